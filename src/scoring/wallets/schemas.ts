import { type Static, Type } from 'typebox'

export const WalletName = Type.Object(
  {
    name: Type.String({ description: 'Normalised (ENSIP-15)' }),
    address: Type.String({ description: 'In EIP-55 form' }),
    chainId: Type.Integer({ description: 'The chain on which the name is registered' }),
  },
  { $id: 'WalletName' },
)
export type WalletName = Static<typeof WalletName>

export const walletSchemas = [WalletName]
