import { createReadStream } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { toHex } from 'viem'
import { listStamps } from '../attestation/job-store.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { isAbsoluteUrl } from '../platform/env.ts'
import { parseJson } from '../platform/values.ts'
import { nameFetchFault } from '../platform/outbound/get-json.ts'
import { type SealedDay, findLastDay, listDaysUntil, readDayParts } from './day-store.ts'
import type { FigureParams, Figures } from './figures.ts'
import { type DayFile, type Recomputed, recompute } from './recompute.ts'
import { findFold } from './track-record-store.ts'

const downloadTimeoutMs = 60_000
/** As long as a deployment sends a file at most. */
const fileTimeoutMs = 600_000

interface Source {
  files: DayFile[]
  /** The figures to compare; null: there are none. */
  readFigures: ((params: FigureParams) => Promise<Partial<Figures>>) | null
}

/** launchscore outcome recompute: needs nothing but the sealed days, from a folder or from a deployment. */
export async function recomputeCommand(
  from: { days: string } | { url: string },
  isJson: boolean,
): Promise<CommandOutcome> {
  const source = 'days' in from ? await openFolder(from.days) : await openDeployment(parseUrl(from.url))
  const { summary, differences, json } = await recomputeAll(source)
  const stdout = isJson ? JSON.stringify(json) : [summary, ...differences].join('\n')
  const stderr = differences.length === 0 ? '' : `${differences.length} differences\n`
  return { status: differences.length === 0 ? 0 : 1, stdout: `${stdout}\n`, stderr }
}

/** launchscore outcome recompute, without a folder or a deployment: reads the days and figures of the database. */
export async function recomputeStoredCommand({ db }: Deps): Promise<CommandResult> {
  const { summary, differences, json } = await recomputeAll(await openDatabase(db))
  const failure = differences.length === 0 ? {} : { failure: `${differences.length} differences` }
  return { lines: [summary, ...differences], json, ...failure }
}

async function recomputeAll({ files, readFigures }: Source) {
  if (files.length === 0) throw new Error('There is no sealed day.')
  const made = await recompute(files)
  const figures = readFigures ? await compareFigures(made.figures, readFigures) : []
  const differences = [...made.differences, ...figures]
  const { launches, outcomes, digest } = made
  const stamps = files.flatMap(({ day, stampTx }) => (stampTx ? [{ day, stampTx }] : []))
  const lastStamp = stamps.at(-1) ?? null
  const counts = { days: files.length, launches: launches, outcomes }
  const json = { ...counts, digest, stamped: stamps.length, lastStamp, differences }
  const stamped = lastStamp ? `, ${stamps.length} days stamped, last ${lastStamp.day} by ${lastStamp.stampTx}` : ''
  const summary = `${files.length} days, ${launches} launches, ${outcomes} outcomes, digest ${digest}${stamped}`
  return { summary, differences, json }
}

async function openDatabase(db: Db): Promise<Source> {
  const last = await findLastDay(db)
  const days: SealedDay[] = []
  if (last) for await (const sealed of listDaysUntil(db, last.day)) days.push(sealed)
  const digests = days.map(({ digest }) => toHex(digest))
  const stamps = await listStamps(db, digests)
  const files = days.map(({ day, digest }) => ({
    day,
    digest: toHex(digest),
    stampTx: stamps.get(toHex(digest)) ?? null,
    text: readDayParts(db, day),
  }))
  const readFigures = async (params: FigureParams) =>
    JSON.parse((await findFold(db, params)) ?? '{}') as Partial<Figures> // we wrote it
  return { files, readFigures }
}

function parseUrl(url: string): string {
  if (!isAbsoluteUrl(url, ['http', 'https'])) throw new UsageError(`${url} is not the URL of a deployment`)
  return url
}

/** Files like 2026-11-20.ndjson, and days.json as GET /api/v1/track-record/days answers it, to compare the digests. */
async function openFolder(folder: string): Promise<Source> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}-\d{2}\.ndjson$/.test(name)).toSorted()
  const listed = await readFile(join(folder, 'days.json'), 'utf8').catch(() => '{"days":[]}')
  const held = new Set(names.map((name) => name.slice(0, 10)))
  const open = (day: string) => (held.has(day) ? createReadStream(join(folder, `${day}.ndjson`), 'utf8') : '')
  const { days } = parseDays(listed, join(folder, 'days.json'))
  const order = days.length > 0 ? days : [...held].map((day) => ({ day }))
  // A file is opened when it is read: there may be more of them than a process may open.
  return { files: order.map((one) => ({ ...one, text: later(() => open(one.day)) })), readFigures: null }
}

function parseDays(json: string, file: string): { days: ListedDay[] } {
  const value = parseJson(json) as { days?: unknown } | null
  if (!Array.isArray(value?.days)) throw new Error(`${file} is not a response of /api/v1/track-record/days`)
  return { days: value.days as ListedDay[] }
}

async function openDeployment(url: string): Promise<Source> {
  const base = `${url.replace(/\/$/, '')}/api/v1/track-record`
  const files: DayFile[] = []
  for (const listed of await listDays(base))
    files.push({ ...listed, text: later(() => download(`${base}/days/${listed.day}.ndjson`)) })
  const readFigures = async ({ horizon, promptMajor }: FigureParams) =>
    (await (await get(`${base}?horizon=${horizon}&version=${promptMajor}`)).json()) as Partial<Figures>
  return { files, readFigures }
}

/** Parts that are asked for only when the first of them is read. */
async function* later(open: () => AsyncIterable<string> | string): AsyncGenerator<string> {
  const text = open()
  if (typeof text === 'string') yield text
  else yield* text
}

async function* download(url: string): AsyncGenerator<string> {
  const { body } = await get(url, fileTimeoutMs)
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) yield decoder.decode(bytes, { stream: true })
}

interface ListedDay {
  day: string
  digest: string
  stampTx?: string | null
}

async function listDays(base: string): Promise<ListedDay[]> {
  const listed: ListedDay[] = []
  for (let cursor = ''; ;) {
    const page = await get(`${base}/days?limit=500${cursor && `&cursor=${cursor}`}`)
    const { days, nextCursor } = (await page.json()) as { days: ListedDay[]; nextCursor?: string | null }
    listed.push(...days)
    if (!nextCursor) return listed
    cursor = nextCursor
  }
}

/** Waits as long as the deployment asks, and says so, when its limit is reached, or when it is busy. */
async function get(url: string, timeoutMs = downloadTimeoutMs): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new Error(`${url} could not be reached: ${nameFetchFault(error)}`, { cause: error })
  })
  if (response.status === 429 || (response.status === 503 && response.headers.has('retry-after'))) {
    const seconds = Math.min(Number(response.headers.get('retry-after')) || 1, 600)
    process.stderr.write(`${url} responded with ${response.status}; waiting ${seconds} s\n`)
    await pause(seconds * 1000)
    return get(url, timeoutMs)
  }
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
  return response
}

const compared = ['asOf', 'funnel', 'outcomes', 'bands', 'survival'] as const

async function compareFigures(
  made: Recomputed['figures'],
  readFigures: (params: FigureParams) => Promise<Partial<Figures>>,
): Promise<string[]> {
  const differences: string[] = []
  for (const { params, figures } of made) {
    const stored = await readFigures(params)
    for (const field of compared)
      if (!isDeepStrictEqual(stored[field], figures[field])) differences.push(`${params.horizon}: ${field} differs`)
  }
  return differences
}
