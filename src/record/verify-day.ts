import type { Hex } from 'viem'
import { listStamps } from '../attestation/job-store.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { dayMs } from '../../contract/time.ts'
import { firstDigest, chainDigest, createFileDigest } from './rules/day-file.ts'
import { type SealedDay, listDaysUntil, readDayParts } from './day-store.ts'

/** launchscore outcome verify: the digest of a day's file, the chain of digests from the first day to it, and its stamp. */
export async function verifyDayCommand(deps: Deps, day: string): Promise<CommandResult> {
  if (!isDay(day)) throw new UsageError(`${day} is not a day like 2026-11-20`)
  const found = await verifyDay(deps, day)
  const stamp = await verifyStamp(deps, found.digest)
  const { fileDigest, digest } = found
  const differences = [...found.differences, ...stamp.differences]
  const lines = [`${day}  file ${fileDigest}  digest ${digest}  ${formatStamp(stamp)}`, ...differences]
  const { stampTx, stampedAt } = stamp
  const json = { day, fileDigest, digest, stampTx, stampedAt: stampedAt?.toISOString() ?? null, differences }
  return differences.length === 0 ? { lines, json } : { lines, json, failure: `${day} differs` }
}

/** 2026-02-30 is not a day. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

interface Verified {
  /** Of the stored file, and the one that chains it to the days before. */
  fileDigest: Hex
  digest: Hex
  differences: string[]
}

async function verifyDay({ db }: Deps, day: string): Promise<Verified> {
  const file = createFileDigest()
  for await (const part of readDayParts(db, day)) file.add(part)
  const fileDigest = file.digest()
  const differences: string[] = []
  let digest = firstDigest
  let last: SealedDay | null = null
  for await (const sealed of listDaysUntil(db, day)) {
    differences.push(...compareChain(last, sealed))
    digest = chainDigest(
      last ? toHex(last.digest) : firstDigest,
      sealed.day === day ? fileDigest : toHex(sealed.fileDigest),
    )
    if (digest !== toHex(sealed.digest))
      differences.push(`${sealed.day}: digest ${digest}, sealed ${toHex(sealed.digest)}`)
    last = sealed
  }
  if (last?.day !== day) throw new Error(`${day} is not sealed`)
  if (fileDigest !== toHex(last.fileDigest))
    differences.push(`${day}: file ${fileDigest}, sealed ${toHex(last.fileDigest)}`)
  return { fileDigest, digest, differences }
}

interface Stamp {
  /** Our own transaction; somebody else may stamp a published digest too. */
  stampTx: Hex | null
  /** By the chain; null: not stamped, or not asked. */
  stampedAt: Date | null
  isChecked: boolean
  differences: string[]
}

const timeoutMs = 30_000

/** Asks the contract for the stamp, which a changed day can't have. Throws `UpstreamError` ('chain'). */
async function verifyStamp({ db, attester }: Deps, digest: Hex): Promise<Stamp> {
  const stampTx = (await listStamps(db, [digest])).get(digest) ?? null
  if (!attester) return { stampTx, stampedAt: null, isChecked: false, differences: [] }
  const stampedAt = await attester.stampedAt(digest, AbortSignal.timeout(timeoutMs))
  const isMissing = stampTx !== null && stampedAt === null
  return { stampTx, stampedAt, isChecked: true, differences: isMissing ? [`the chain has no stamp of ${digest}`] : [] }
}

function formatStamp({ stampedAt, isChecked }: Stamp): string {
  if (stampedAt) return `stamped ${stampedAt.toISOString()}`
  return isChecked ? 'not stamped' : 'stamp not checked'
}

const compareChain = (before: SealedDay | null, { day }: SealedDay): string[] =>
  before && Date.parse(before.day) + dayMs !== Date.parse(day) ? [`${day}: does not follow ${before.day}`] : []

const toHex = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
