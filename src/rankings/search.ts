import { type Static, Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { toChecksumAddress, parseAddress } from '../../contract/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { createLimitCheck } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { normaliseText } from '../../contract/text.ts'
import { isUuid } from '../../contract/uuid.ts'
import { chainQuery, listContractKeys, toChainFilter } from '../scoring/contract-key.ts'
import { foldForSearch, listBeginnings, listGrams } from '../scoring/search-names.ts'
import { findSpeakingScore } from '../scoring/shown-store.ts'
import { SearchResults, type SearchResult } from '../../contract/schemas/ranking.ts'
import { type FoundScore, findShownScore, listEnrolledScores, listScoresByName } from './search-store.ts'
import type { OfChain } from './launch-store.ts'

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
  chainId: chainQuery('Only launches on this chain'),
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
  chainId?: number | undefined
  limit: number
}

/** Throws `bad_request` for text that no name can contain. */
export function parseQuery({ q, limit = 10, chainId }: Static<typeof Query>): Search {
  const normalised = normaliseText(q, 'line')
  if ('fault' in normalised) throw badField('q', normalised.fault)
  const { length } = Array.from(normalised.text)
  if (length < 1 || length > maxQueryLength) throw badField('q', `must have 1 to ${maxQueryLength} characters`)
  return { q: normalised.text, limit, chainId }
}

/** Addresses and ids match exactly, other text by name and ticker. */
export async function search(deps: Deps, { q, limit, chainId }: Search): Promise<SearchResult[]> {
  const { reads: db, config } = deps
  const chain = toChainFilter(config, chainId)
  if (addressForm.test(q)) return searchAddress(deps, toAddress(q), { chain, limit })
  if (isUuid(q)) {
    const score = await findShownScore(db, q.toLowerCase())
    return score ? [toResult(score, 'id', config)] : []
  }
  return searchNames(deps, q, { chain, limit })
}

const addressForm = /^0x[0-9a-fA-F]{40}$/

function toAddress(q: string): string {
  const result = parseAddress(q)
  if ('fault' in result) throw badField('q', result.fault)
  return result.address
}

interface Narrowing {
  chain: OfChain | null
  limit: number
}

/** The token of each chain that has one at the address, in the order of the configuration. */
async function searchAddress(
  { reads: db, config }: Deps,
  address: string,
  { chain, limit }: Narrowing,
): Promise<SearchResult[]> {
  const keys = listContractKeys(address, chain?.chainId, config)
  const [tokens, enrolled] = await Promise.all([
    Promise.all(keys.map((key) => findSpeakingScore(db, [key]))),
    listEnrolledScores(db, address, { chain, limit }),
  ])
  const shown = tokens
    .filter((token) => token?.hiddenReason === null)
    .map(async (token) => findShownScore(db, token?.id ?? ''))
  const scores = (await Promise.all(shown)).filter((score) => score !== undefined)
  const ofWallet = enrolled.filter(({ scoreId }) => !tokens.some((token) => token?.id === scoreId))
  return [
    ...scores.map((score) => toResult(score, 'contract', config)),
    ...ofWallet.map((one) => toResult(one, 'wallet', config)),
  ].slice(0, limit)
}

async function searchNames(
  { reads, config, activePrompt }: Deps,
  q: string,
  { chain, limit }: Narrowing,
): Promise<SearchResult[]> {
  const folded = foldForSearch(q)
  if (folded === '') return []
  const beginnings = listBeginnings(folded).map((text) => ({ text, grams: listGrams(text) }))
  const rows = await listScoresByName(reads, { folded, beginnings, cohort: await activePrompt(), chain, limit })
  return rows.map((row) => toResult(row, 'name', config))
}

const toResult = (
  { chainId, aggregateX100, hasStubs, creatorAddress, contractAddress, createdAt, ...row }: FoundScore,
  match: SearchResult['match'],
  config: Pick<Config, 'chainId'>,
): SearchResult => ({
  ...row,
  match,
  chainId: chainId ?? config.chainId,
  aggregate: aggregateX100 / 100,
  confidence: hasStubs ? 'preliminary' : 'final',
  creatorAddress: toChecksumAddress(creatorAddress),
  contractAddress: contractAddress && toChecksumAddress(contractAddress),
  createdAt: createdAt.toISOString(),
})
