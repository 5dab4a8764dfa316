import { type Hex, keccak256, toHex } from 'viem'
import { insertJob } from '../attestation/job-store.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { dayMs } from '../../contract/time.ts'
import { toDay } from '../platform/time.ts'
import { type DayLine, firstDigest, chainDigest, createFileDigest, formatDayLine } from './rules/day-file.ts'
import {
  closeDay,
  countDayLines,
  findFirstDay,
  findLastDay,
  insertCohorts,
  insertDay,
  insertPart,
  listDayLines,
  lockSealing,
} from './day-store.ts'

type DayEnds = ReturnType<typeof listDayEnds>

/** Observations of a day are stored by then. */
const sealedAfterMs = 900_000
const partLines = 1000
/** About as many lines are read at a time, so that no statement takes long and memory doesn't grow with the day. */
const windowLines = 20_000

/** Seals every UTC day that is over, in order; days without rows too. Returns whether it sealed one. */
export async function sealDays(deps: Deps, signal: AbortSignal): Promise<boolean> {
  let hasSealed = false
  while (!signal.aborted && (await sealNext(deps))) hasSealed = true
  return hasSealed
}

/** A day is closed first, in a transaction of its own: rows of the next day are appended while this one is written. */
async function sealNext(deps: Deps): Promise<boolean> {
  const { db, clock, config } = deps
  const before = await findLastDay(db)
  const first = before ? null : await findFirstDay(db)
  // Without a provider there is nothing to seal until a first row.
  if (!before && !first && config.marketData === null) return false
  const now = clock.now()
  // The record begins with the last day that is over, so that the launches scored until then show at once.
  const day = before ? addDay(before.day) : (first ?? toDay(new Date(now.getTime() - dayMs)))
  if (now.getTime() < Date.parse(addDay(day)) + sealedAfterMs) return false
  await db.transaction().execute((tx) => closeDay(tx, day, now))
  return db.transaction().execute((tx) => writeDay(deps, tx, { day, now, ends: listDayEnds(deps) }))
}

/** One transaction writes a day as a whole: a process that is killed in it leaves the day to the next run. */
async function writeDay(
  { attester, random }: Deps,
  tx: Tx,
  { day, now, ends }: { day: string; now: Date; ends: DayEnds },
): Promise<boolean> {
  if (!(await lockSealing(tx))) return false
  const before = await findLastDay(tx)
  // Another process has sealed it since.
  if (before && before.day >= day) return false
  await insertCohorts(tx, day, !before)
  const { lines, bytes, fileDigest } = await writeParts(tx, day, ends)
  const digest = chainDigest(before ? toHex(before.digest) : firstDigest, fileDigest)
  const row = { day, lines, bytes, sealedAt: now }
  await insertDay(tx, { ...row, fileDigest: toBuffer(fileDigest), digest: toBuffer(digest) })
  // The chain of digests stamps the days before as well.
  if (attester) await insertJob(tx, { id: random.uuid(), kind: 'stamp', subject: digest, now })
  return true
}

/** The line at the end of a day that no row holds: the digests of the lists of quotes and venues. */
function listDayEnds({ chains }: Deps): Pick<DayLine, 'kind' | 'key' | 'fields'>[] {
  const all = [...chains.values()]
  const quotes = all.map(({ chainId, quotes: { known, dollars, native } }) => [
    chainId,
    ...[known, dollars, native].map((addresses) => [...addresses].toSorted()),
  ])
  const venues = all.map(({ chainId, launchpads }) => [chainId, launchpads])
  const lists = { quotes: toDigest(quotes), venues: toDigest(venues) }
  return [{ kind: 'lists', key: '', fields: lists }]
}

/** keccak256 of the canonical JSON. */
const toDigest = (list: unknown): string => keccak256(toHex(canonicalJson(list)))

/** The digest is made as the parts are written: a busy day has some hundred megabytes. */
async function writeParts(
  tx: Tx,
  day: string,
  ends: DayEnds,
): Promise<{ lines: number; bytes: number; fileDigest: Hex }> {
  const file = createFileDigest()
  let [lines, bytes, part] = [0, 0, 0]
  for (const { from, until } of toWindows(day, await countDayLines(tx, day))) {
    const found = await listDayLines(tx, day, { from, until, ends })
    for (let start = 0; start < found.length; start += partLines) {
      const content = found
        .slice(start, start + partLines)
        .map((line) => formatDayLine(withChecksums(line)))
        .join('')
      await insertPart(tx, day, part, content)
      bytes += file.add(content)
      part += 1
    }
    lines += found.length
  }
  return { lines, bytes, fileDigest: file.digest() }
}

/** Addresses are stored in lower case and shown in EIP-55 form, in files of days too. */
const withChecksums = ({ fields, ...line }: DayLine): DayLine => {
  const addresses = (shown[line.kind] ?? []).map((name) => [name, toChecksum(fields[name])] as const)
  return { ...line, fields: { ...fields, ...Object.fromEntries(addresses) } }
}

const shown: Record<string, string[]> = { launch: ['creator', 'token'], venueGraduation: ['successor'] }

const toChecksum = (address: unknown): string | null =>
  typeof address === 'string' ? toChecksumAddress(address) : null

/** Equal spans of the day, in order: lines are sorted by their time first. */
function toWindows(day: string, lines: number): { from: Date; until: Date }[] {
  const count = Math.max(1, Math.ceil(lines / windowLines))
  const toTime = (index: number) => new Date(Date.parse(day) + Math.round((index * dayMs) / count))
  return Array.from({ length: count }, (_, index) => ({ from: toTime(index), until: toTime(index + 1) }))
}

const toBuffer = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
const addDay = (day: string): string => toDay(new Date(Date.parse(day) + dayMs))
