import { type Static, Type } from 'typebox'
import { nullable, ref } from '../schema.ts'
import { Band, launchOutcome, warningCodes } from './score.ts'
import { isCopyField } from './ranking.ts'

const SearchResult = Type.Object(
  {
    match: Type.Union([Type.Literal('contract'), Type.Literal('wallet'), Type.Literal('id'), Type.Literal('name')], {
      description:
        'The part of the score that matches the query. `contract`: the query is the token contract, and this is its score; `wallet`: this wallet enrolled the launch; `id`: its id; `name`: a part of its name or ticker',
    }),
    scoreId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'preliminary when any signal is a stub',
    }),
    isSigned: Type.Boolean({ description: 'The creator’s wallet has signed for the launch' }),
    isCopy: isCopyField,
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'SearchResult', description: 'A score that a search found' },
)
export type SearchResult = Static<typeof SearchResult>

export const SearchResults = Type.Object(
  { results: Type.Array(ref(SearchResult), { description: 'The best match first; each launch once' }) },
  { $id: 'SearchResults' },
)

export const searchSchemas = [SearchResult, SearchResults]
