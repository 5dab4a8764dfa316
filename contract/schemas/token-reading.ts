import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'
import { Ticket } from './lookup.ts'

const flag = () => nullable(Type.Boolean())
const share = (description: string) => nullable(Type.Number({ minimum: 0, description }))
const amount = (description: string) => nullable(Type.Number({ description }))

const ContractReading = Type.Object(
  {
    source: Type.String({ description: 'The provider that examined it' }),
    native: nullable(Type.String({ description: 'The kind of token, if the chain itself provides it' })),
    fetchedAt: Type.String({ format: 'date-time' }),
    isHoneypot: flag(),
    cannotSellAll: flag(),
    cannotBuy: flag(),
    isScam: flag(),
    imitatesToken: flag(),
    buyTax: share('`0.05` is 5%'),
    sellTax: share('`0.05` is 5%'),
    isOpenSource: flag(),
    isProxy: flag(),
    isMintable: flag(),
    canSelfDestruct: flag(),
    hasCooldown: flag(),
    hasHiddenOwner: flag(),
    isRenounced: flag(),
    ownerCanChangeBalances: flag(),
    ownerCanChangeTaxes: flag(),
    ownerCanPauseTransfers: flag(),
    ownerCanBlockHolders: flag(),
    creatorHoneypots: nullable(Type.Integer({ minimum: 0, description: 'Other honeypots by the same creator' })),
  },
  { description: 'What the contract allows; null: not known' },
)

const Namesake = Type.Object({
  contractAddress: Type.String({ description: 'In EIP-55 form' }),
  name: Type.String(),
  symbol: Type.String(),
  liquidity: Type.Number({ description: 'Both sides of all its pools, in US dollars' }),
  tradedSince: nullable(Type.String({ format: 'date-time' })),
  score: Type.Union([Ticket, Type.Null()]),
})

/** What is known of a token, scored or not; null: not known. */
export const TokenReading = Type.Object({
  contractAddress: Type.String({ description: 'In EIP-55 form' }),
  chainId: Type.Integer(),
  isContract: flag(),
  name: nullable(Type.String({ description: 'The token’s own name' })),
  symbol: nullable(Type.String({ description: 'The token’s own symbol' })),
  launchpad: nullable(Type.String({ description: 'The launchpad that created it' })),
  createdAt: nullable(Type.String({ format: 'date-time', description: 'When it was launched or first traded' })),
  contract: Type.Union([ContractReading, Type.Null()]),
  holders: nullable(Type.Integer({ minimum: 0 })),
  topShare: share('What the ten largest holders own, without pools and what is locked or burnt'),
  lockedShare: share('The part of the liquidity that is locked or burnt'),
  lockedUntil: nullable(Type.String({ format: 'date-time', description: 'When the first lock ends' })),
  market: Type.Union([
    Type.Object({
      depth: amount('The US dollars that all holders together could take out'),
      price: amount('In US dollars'),
      trades: nullable(Type.Integer({ description: 'In 24 hours' })),
      volume: amount('In 24 hours, in US dollars'),
    }),
    Type.Null(),
  ]),
  creator: Type.Union([
    Type.Object({
      address: Type.String({ description: 'In EIP-55 form' }),
      walletAgeDays: nullable(Type.Integer({ minimum: 0 })),
    }),
    Type.Null(),
  ]),
  namesakes: Type.Array(Namesake, { description: 'Tokens of the chain with the same ticker, the deepest first' }),
  unread: Type.Array(Type.Enum(['chain', 'contract', 'market', 'creator', 'namesakes'], { type: 'string' }), {
    description: 'The parts that could not be read',
  }),
  readAt: Type.String({ format: 'date-time' }),
})
export type TokenReading = Static<typeof TokenReading>
