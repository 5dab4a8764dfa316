import { parseAddress } from '../../contract/address.ts'
import { type Detail, ref } from '../../contract/schema.ts'
import {
  type CreatorCounts,
  LookupRequest,
  LookupResult,
  maxLookups,
  type Ticket,
} from '../../contract/schemas/lookup.ts'
import { toShownStanding, toTokenStanding } from '../../contract/standing.ts'
import type { Deps } from '../deps.ts'
import type { Config } from '../config.ts'
import { consumeCost } from '../keys/guard.ts'
import { ApiError, badFields, requestError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { toContractKey } from '../scoring/contract-key.ts'
import { parseChain } from '../scoring/normalise-submission.ts'
import { countShownCreators } from './get-creator.ts'
import { listTicketsByContract, listTicketsById, type TicketRow } from './ticket-store.ts'

/** That count as one request (D91). */
const itemsOfRequest = 10

export function lookupRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'lookup',
    summary: 'Look up many tokens, scores and creators',
    tags: ['public'],
    body: ref(LookupRequest),
    response: {
      200: response(LookupResult, 'One entry for each item, in the order of the request'),
      ...errorResponses(400, 413, 415, 500),
    },
  }
  app.post('/api/v1/lookup', { schema, config: { takesPublishableKeys: true } }, async (request, reply) => {
    const wanted = parseLookup(deps, request.body)
    await consumeCost(deps, reply, Math.ceil(countItems(wanted) / itemsOfRequest))
    return lookup(deps, wanted)
  })
}

/** Addresses and ids in lower case. */
interface Lookup {
  /** Their keys. */
  contracts: string[]
  scoreIds: string[]
  creators: string[]
}

const countItems = ({ contracts, scoreIds, creators }: Lookup) => contracts.length + scoreIds.length + creators.length

/** Throws `bad_request` that names each invalid item, such as `tokens.3.address`. */
function parseLookup({ config }: Deps, { tokens = [], scores = [], creators = [] }: LookupRequest): Lookup {
  const faults: Detail[] = []
  const toAddress = (text: string, path: string) => {
    const parsed = parseAddress(text)
    if ('address' in parsed) return parsed.address
    faults.push({ path, message: parsed.fault })
    return ''
  }
  const toKey = ({ address, chainId }: { address: string; chainId?: number }, n: number) => {
    const chain = parseChain(chainId, config.chains)
    if ('fault' in chain) faults.push({ path: `tokens.${n}.chainId`, message: chain.fault })
    return toContractKey(toAddress(address, `tokens.${n}.address`), chainId, config)
  }
  const wanted = {
    contracts: tokens.map(toKey),
    scoreIds: scores.map((id) => id.toLowerCase()),
    creators: creators.map((address, n) => toAddress(address, `creators.${n}`)),
  }
  const count = countItems(wanted)
  if (count < 1 || count > maxLookups) {
    const message = `The body must name 1 to ${maxLookups} tokens, scores and creators together.`
    throw new ApiError('bad_request', message, { details: requestError(message) })
  }
  if (faults.length > 0) throw badFields(faults.slice(0, maxFaults))
  return wanted
}

/** So that a small request can't cause a large response. */
const maxFaults = 20

/** Tells the same as the reads of single tokens, scores and creators; null where they refuse. */
async function lookup({ reads: db, config }: Deps, { contracts, scoreIds, creators }: Lookup): Promise<LookupResult> {
  const [tokens, scores, counts] = await Promise.all([
    ifAny(contracts, (some) => listTicketsByContract(db, some)),
    ifAny(scoreIds, (some) => listTicketsById(db, some)),
    ifAny(creators, (some) => countShownCreators(db, some)),
  ])
  return {
    tokens: inOrder(contracts, new Map(tokens.map((row): [string, Ticket] => [row.contract, toTicket(row, config)]))),
    scores: inOrder(scoreIds, new Map(scores.map((row): [string, Ticket] => [row.scoreId, toTicket(row, config)]))),
    creators: inOrder(
      creators,
      new Map(counts.map((one): [string, CreatorCounts] => [one.creatorAddress.toLowerCase(), one])),
    ),
  }
}

/** Asks for each item once. */
async function ifAny<T>(items: string[], find: (items: string[]) => Promise<T[]>): Promise<T[]> {
  return items.length === 0 ? [] : find([...new Set(items)])
}

const inOrder = <T>(items: string[], found: Map<string, T>): (T | null)[] => items.map((one) => found.get(one) ?? null)

export const toTicket = (row: TicketRow, config: Pick<Config, 'chainId'>): Ticket => ({
  scoreId: row.scoreId,
  chainId: row.chainId ?? config.chainId,
  name: row.name,
  symbol: row.symbol,
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  warnings: row.warnings,
  confidence: row.hasStubs ? 'preliminary' : 'final',
  standing: toTokenStanding(toShownStanding(row.speaks)),
  outcome: row.outcome,
  createdAt: row.createdAt.toISOString(),
})
