import type { Hex } from 'viem'
import { type Static, Type } from 'typebox'

export const Signature = Type.Unsafe<Hex>({
  type: 'string',
  pattern: '^0x([0-9a-fA-F]{2}){0,8192}$',
  description:
    '0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain',
})

export const MessageToSign = Type.Object(
  { message: Type.String({ description: 'Sign exactly this text with `personal_sign` (EIP-191)' }) },
  { $id: 'MessageToSign' },
)

export const WalletName = Type.Object(
  {
    name: Type.String({ description: 'Normalised (ENSIP-15)' }),
    address: Type.String({ description: 'In EIP-55 form' }),
    chainId: Type.Integer({ description: 'The chain on which the name is registered' }),
  },
  { $id: 'WalletName' },
)
export type WalletName = Static<typeof WalletName>

export const walletSchemas = [MessageToSign, WalletName]
