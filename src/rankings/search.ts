import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress, parseAddress } from '../../contract/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { createLimitCheck } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { normaliseText } from '../../contract/text.ts'
import { isUuid } from '../../contract/uuid.ts'
import { foldForSearch, listBeginnings, listGrams } from '../scoring/search-names.ts'
import { findSpeakingScore } from '../scoring/shown-store.ts'
import { SearchResults, type SearchResult } from '../../contract/schemas/ranking.ts'
import { type FoundScore, findShownScore, listEnrolledScores, listScoresByName } from './search-store.ts'

const maxQueryLength = 100
const maxResults = 20

const Query = Type.Object({
  q: Type.String({
    maxLength: 1000,
    description: `The address of a token contract or wallet, the id of a score, or a part of a name or ticker: 1 to ${maxQueryLength} characters after trimming`,
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxResults,
      description: `The maximum number of results, 1 to ${maxResults}; defaults to 10`,
    }),
  ),
})

export function searchRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'search',
    summary: 'Search scores by name, ticker or address',
    tags: ['public'],
    querystring: Query,
    response: {
      200: response(SearchResults, 'The best matches first; empty when nothing matches'),
      304: unchanged,
      ...errorResponses(400, 500),
    },
  }
  const hooks = { preValidation: createLimitCheck(maxResults), onSend: setEtag }
  app.get('/api/v1/search', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return { results: await search(deps, parseQuery(request.query)) }
  })
}

interface Search {
  q: string
  limit: number
}

/** Throws `bad_request` for text that no name can contain. */
export function parseQuery({ q, limit = 10 }: Static<typeof Query>): Search {
  const normalised = normaliseText(q, 'line')
  if ('fault' in normalised) throw badField('q', normalised.fault)
  const { length } = Array.from(normalised.text)
  if (length < 1 || length > maxQueryLength) throw badField('q', `must have 1 to ${maxQueryLength} characters`)
  return { q: normalised.text, limit }
}

/** Addresses and ids match exactly, other text by name and ticker. */
export async function search(deps: Deps, { q, limit }: Search): Promise<SearchResult[]> {
  const db = deps.reads
  if (addressForm.test(q)) return searchAddress(db, toAddress(q), limit)
  if (isUuid(q)) {
    const score = await findShownScore(db, q.toLowerCase())
    return score ? [toResult(score, 'id')] : []
  }
  return searchNames(deps, q, limit)
}

const addressForm = /^0x[0-9a-fA-F]{40}$/

function toAddress(q: string): string {
  const result = parseAddress(q)
  if ('fault' in result) throw badField('q', result.fault)
  return result.address
}

async function searchAddress(db: Deps['reads'], address: string, limit: number): Promise<SearchResult[]> {
  const [token, enrolled] = await Promise.all([findSpeakingScore(db, address), listEnrolledScores(db, address, limit)])
  const score = token?.hiddenReason === null ? await findShownScore(db, token.id) : undefined
  const ofWallet = enrolled.filter(({ scoreId }) => scoreId !== token?.id)
  return [...(score ? [toResult(score, 'contract')] : []), ...ofWallet.map((one) => toResult(one, 'wallet'))].slice(
    0,
    limit,
  )
}

async function searchNames({ reads, activePrompt }: Deps, q: string, limit: number): Promise<SearchResult[]> {
  const folded = foldForSearch(q)
  if (folded === '') return []
  const beginnings = listBeginnings(folded).map((text) => ({ text, grams: listGrams(text) }))
  const rows = await listScoresByName(reads, { folded, beginnings, cohort: await activePrompt(), limit })
  return rows.map((row) => toResult(row, 'name'))
}

const toResult = (
  { aggregateX100, hasStubs, creatorAddress, contractAddress, createdAt, ...row }: FoundScore,
  match: SearchResult['match'],
): SearchResult => ({
  ...row,
  match,
  aggregate: aggregateX100 / 100,
  confidence: hasStubs ? 'preliminary' : 'final',
  creatorAddress: toChecksumAddress(creatorAddress),
  contractAddress: contractAddress && toChecksumAddress(contractAddress),
  createdAt: createdAt.toISOString(),
})
