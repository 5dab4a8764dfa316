import { type Hex, concat, keccak256, toBytes, toHex } from 'viem'
import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { type DayLine, FIRST_DIGEST, formatDayLine } from '../rules/day-file.ts'
import {
  closeDay,
  findFirstDay,
  findLastDay,
  insertCohorts,
  insertDay,
  insertPart,
  listDayLines,
  lockSealing,
} from './store.ts'

type SealDeps = Pick<Deps, 'db' | 'clock' | 'config'>

const DAY_MS = 86_400_000
/** Looks of a day are stored by then. */
const SEALED_AFTER_MS = 900_000
const PART_LINES = 1000

/** Seals every UTC day that is over, in order; days without rows too. Returns whether it sealed one. */
export async function sealDays(deps: SealDeps, signal: AbortSignal): Promise<boolean> {
  let hasSealed = false
  while (!signal.aborted && (await sealNext(deps))) hasSealed = true
  return hasSealed
}

/** One transaction seals a day as a whole: whoever is killed in it leaves the day open, for the next run. */
const sealNext = ({ db, clock, config }: SealDeps): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockSealing(tx))) return false
    const before = await findLastDay(tx)
    const first = before ? null : await findFirstDay(tx)
    // Without a provider there is nothing to seal until a first row.
    if (!before && !first && config.marketData === null) return false
    const now = clock.now()
    const day = before ? addDay(before.day) : (first ?? toDay(now))
    if (now.getTime() < Date.parse(addDay(day)) + SEALED_AFTER_MS) return false
    await closeDay(tx, day, now)
    await insertCohorts(tx, day, !before)
    const previous = before ? toHex(before.digest) : FIRST_DIGEST
    const { lines, bytes } = await writeParts(tx, day)
    const fileDigest = keccak256(bytes)
    const digest = keccak256(concat([previous, fileDigest]))
    const row = { day, lines, bytes: bytes.length, sealedAt: now }
    await insertDay(tx, { ...row, fileDigest: toBuffer(fileDigest), digest: toBuffer(digest) })
    return true
  })

async function writeParts(tx: Tx, day: string): Promise<{ lines: number; bytes: Uint8Array }> {
  const parts: Uint8Array[] = []
  let lines = 0
  for (let after: DayLine | null = null; ;) {
    const batch: DayLine[] = await listDayLines(tx, day, { after, limit: PART_LINES })
    const last = batch.at(-1)
    if (!last) break
    const content = batch.map(formatDayLine).join('')
    await insertPart(tx, day, parts.length, content)
    parts.push(toBytes(content))
    lines += batch.length
    after = last
  }
  return { lines, bytes: Buffer.concat(parts) }
}

const toBuffer = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
const toDay = (time: Date): string => time.toISOString().slice(0, 10)
const addDay = (day: string): string => toDay(new Date(Date.parse(day) + DAY_MS))
