import { Type } from 'typebox'
import { readStoredHistory } from '../creators/creator-history.ts'
import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { listHiddenCreators } from '../scoring/takedown-store.ts'
import { refuseHiddenCreator } from '../scoring/visibility.ts'
import { toLaunchItem } from './list-launches.ts'
import type { CreatorCounts } from '../../contract/schemas/lookup.ts'
import { CreatorProfile } from '../../contract/schemas/ranking.ts'
import { countBands, countCritical, listCreatorLaunchRows } from './launch-store.ts'

const maxLaunches = 25

export function getCreatorRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getCreator',
    summary: 'Fetch the profile and the history of a wallet',
    tags: ['public'],
    params: Type.Object({ address: Type.String({ description: 'The creator’s wallet address' }) }),
    response: {
      200: response(CreatorProfile, 'The profile; all zeros for a wallet without launches'),
      304: unchanged,
      ...errorResponses(400, 451, 500),
    },
  }
  app.get('/api/v1/creator/:address', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return getCreator(deps, request.params.address)
  })
}

/** Only enrolled launches count in the bands: anyone can name a wallet, but only its owner can sign. */
export async function getCreator(deps: Deps, text: string): Promise<CreatorProfile> {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  const db = deps.reads
  const [counts, rows, history] = await Promise.all([
    countCreator(db, result.address),
    listCreatorLaunchRows(db, { creatorAddress: result.address, limit: maxLaunches }),
    readStoredHistory(deps, result.address),
  ])
  await refuseHiddenCreator(db, result.address) // Last, so that it sees a take-down during the reads.
  return { ...counts, launches: rows.map(toLaunchItem), history }
}

/** The counts of creators (lower-case addresses) that are not taken down. */
export async function countShownCreators(db: Deps['reads'], creators: string[]): Promise<CreatorCounts[]> {
  const counts = await countCreators(db, creators)
  const hidden = await listHiddenCreators(db, creators) // Last, so that it sees a take-down during the count.
  return counts.filter((_, n) => !hidden.has(creators[n] ?? ''))
}

/** For each lower-case address, in order. */
async function countCreators(db: Deps['reads'], creators: string[]): Promise<CreatorCounts[]> {
  const ofCreator = Map.groupBy(await countBands(db, creators), ({ creator }) => creator)
  return creators.map((address) => toCounts(address, ofCreator.get(address) ?? []))
}

function toCounts(address: string, counts: Awaited<ReturnType<typeof countBands>>): CreatorCounts {
  const ofBand = counts.map(({ band, count }) => [band, count])
  const bands: CreatorCounts['bands'] = { green: 0, amber: 0, red: 0, ...Object.fromEntries(ofBand) }
  return { creatorAddress: toChecksumAddress(address), totalEnrolled: bands.green + bands.amber + bands.red, bands }
}

const countCreator = async (db: Deps['reads'], address: string): Promise<CreatorCounts> =>
  toCounts(address, await countBands(db, [address]))

/** Also counts those among the newest 1,000 that have a critical warning (D59). */
export async function countWarnedCreator(db: Deps['reads'], creatorAddress: string): Promise<WarnedCounts> {
  const [counts, criticalCount] = await Promise.all([
    countCreator(db, creatorAddress.toLowerCase()),
    countCritical(db, creatorAddress.toLowerCase()),
  ])
  return { ...counts, criticalCount }
}

type WarnedCounts = CreatorCounts & { criticalCount: number }

export const unsignedCreator = (creatorAddress: string): WarnedCounts => ({
  creatorAddress,
  totalEnrolled: 0,
  bands: { green: 0, amber: 0, red: 0 },
  criticalCount: 0,
})
