import { type Static, Type } from 'typebox'

export const WalletHistory = Type.Object({
  oldestAt: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'When the oldest transaction, in either direction, was mined; null: the wallet has none on this chain, or the age is unknown',
  }),
  isAgeUnknown: Type.Optional(
    Type.Literal(true, { description: 'It has transactions, but the oldest doesn’t say when it was mined' }),
  ),
  unreadRows: Type.Optional(
    Type.Integer({ description: 'How many of its transactions lacked something that we read; absent: none' }),
  ),
  sentCount: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Transactions the wallet has sent; null: the provider can’t tell',
  }),
  deployed: Type.Array(Type.Object({ address: Type.String(), at: Type.Integer(), isToken: Type.Boolean() }), {
    description: 'Contracts the wallet created, newest first',
  }),
  isComplete: Type.Boolean({
    description: 'False when the history is longer than what could be read: `deployed` is then a lower bound',
  }),
})
export type WalletHistory = Static<typeof WalletHistory>

export const WalletAnswer = Type.Object({
  ...WalletHistory.properties,
  fetchedAt: Type.String({ description: 'When the provider answered, ISO 8601' }),
})
export type WalletAnswer = Static<typeof WalletAnswer>

export interface CreatorData {
  history: (address: string, signal: AbortSignal) => Promise<WalletAnswer>
}
