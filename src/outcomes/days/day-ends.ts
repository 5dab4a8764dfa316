import { keccak256, toHex } from 'viem'
import type { Deps } from '../../deps.ts'
import { canonicalJson } from '../../../contract/canonical-json.ts'
import { dayMs } from '../../../contract/durations.ts'
import { toDay } from '../../platform/utc-day.ts'
import { openDayKeys } from '../observing/day-keys.ts'
import type { DayLine } from '../rules/day-file.ts'
import { listQuotes } from '../rules/quotes-1.0.0.ts'
import { listVenues } from '../rules/venues-1.0.0.ts'

/**
 * Lines at the end of a day's file that no row holds: the digests of the lists of quotes and venues, and the key of the
 * observations that were planned for the day before. The key of the day itself would foretell observations that are moved
 * past midnight.
 */
export async function listDayEnds(deps: Deps, day: string): Promise<Pick<DayLine, 'kind' | 'key' | 'fields'>[]> {
  const { chainId, outcomeQuotes, outcomeVenues } = deps.config
  const getDayKey = await openDayKeys(deps)
  const before = toDay(new Date(Date.parse(day) - dayMs))
  const { known, dollars, native } = listQuotes(chainId, outcomeQuotes)
  const quotes = [known, dollars, native].map((addresses) => [...addresses].toSorted())
  const { factories, makers, contracts } = listVenues(chainId, outcomeVenues)
  const lists = { quotes: toDigest(quotes), venues: toDigest([factories, makers, [...contracts].toSorted()]) }
  return [
    { kind: 'key', key: before, fields: { day: before, key: `0x${getDayKey(before).toString('hex')}` } },
    { kind: 'lists', key: '', fields: lists },
  ]
}

/** keccak256 of the canonical JSON. */
const toDigest = (list: unknown): string => keccak256(toHex(canonicalJson(list)))
