import { type Static, type TSchema, Type } from 'typebox'
import { getId, pageResponse, ref } from '../schema.ts'
import { tokenStandings } from '../standing.ts'
import { CreatorProfile } from './ranking.ts'
import { Band, launchOutcome, warningCodes } from './score.ts'

export const Ticket = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    chainId: Type.Integer({ description: 'The chain of the launch' }),
    name: Type.String(),
    symbol: Type.String(),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    warnings: warningCodes,
    confidence: Type.Enum(['preliminary', 'final'], { description: 'preliminary when any signal is a stub' }),
    standing: Type.Enum([...tokenStandings], {
      description:
        'How the score relates to its token contract, as in `getScoreByToken`. Without a contract: `signed` if the creator enrolled it, otherwise `unsigned`',
    }),
    outcome: launchOutcome,
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'Ticket', description: 'What matters most of a score, as of now' },
)
export type Ticket = Static<typeof Ticket>

const CreatorCounts = Type.Object(Type.Omit(CreatorProfile, ['launches']).properties, {
  $id: 'CreatorCounts',
  description: 'The counts of a creator’s profile; zeros for a wallet without enrollments',
})
export type CreatorCounts = Static<typeof CreatorCounts>

export const maxLookups = 100

const address = (what: string) => ({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: `the address of ${what}: 0x followed by 40 hex digits, in lower, upper or EIP-55 case`,
})

const token = Type.Object(
  {
    address: Type.String(address('a token contract')),
    chainId: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The chain of the token; defaults to the service’s first' }),
    ),
  },
  { additionalProperties: false },
)

const list = <T extends TSchema>(items: T, description: string) =>
  Type.Optional(Type.Array(items, { maxItems: maxLookups, description }))

export const LookupRequest = Type.Object(
  {
    tokens: list(token, 'Token contracts'),
    scores: list(Type.String({ format: 'uuid', description: 'the id of a score' }), 'Ids of scores'),
    creators: list(Type.String(address('a wallet')), 'Wallets of creators'),
  },
  {
    $id: 'LookupRequest',
    additionalProperties: false,
    description: `1 to ${maxLookups} items in all lists together; the same item may occur several times`,
    examples: [
      {
        tokens: [{ address: '0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c6' }],
        scores: ['01a20193-38c6-7b0c-9572-29555c61970c'],
        creators: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
      },
    ],
  },
)
export type LookupRequest = Static<typeof LookupRequest>

const found = <T extends TSchema>(schema: T, description: string) =>
  Type.Array(Type.Unsafe<Static<T> | null>({ anyOf: [{ $ref: `${getId(schema)}#` }, { type: 'null' }] }), {
    description,
  })

export const LookupResult = Type.Object(
  {
    tokens: found(Ticket, 'The score that represents each token contract; null: it has none, or it is taken down'),
    scores: found(Ticket, 'Each score; null: there is none, it is taken down, or it was made with a test key'),
    creators: found(CreatorCounts, 'The counts of each creator; null: the creator is taken down'),
  },
  { $id: 'LookupResult', description: 'One entry for each item of the request, in its order' },
)
export type LookupResult = Static<typeof LookupResult>

export const ScoreList = Type.Object({ scores: Type.Array(ref(Ticket)), ...pageResponse }, { $id: 'ScoreList' })
export type ScoreList = Static<typeof ScoreList>

export const lookupSchemas = [Ticket, CreatorCounts, LookupRequest, LookupResult, ScoreList]
