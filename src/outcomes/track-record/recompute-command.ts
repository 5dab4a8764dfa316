import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command, CommandCall } from '../../platform/cli/command.ts'
import { UsageError } from '../../platform/cli/command.ts'
import { listCohorts, listParams } from './fold-track-record.ts'
import { type Figures, foldTrackRecord } from './fold.ts'
import type { FoldParams } from './launch-record.ts'
import { type DayFile, recompute } from './recompute.ts'

type Source = { files: DayFile[]; readFigures: ((params: FoldParams) => Promise<Partial<Figures>>) | null }

/** launchscore outcome recompute: needs nothing but the sealed days, from a folder or from a deployment. */
export const recomputeCommand: Command<unknown> = {
  run: () => Promise.reject(new Error('This command runs in its own process, not inside the service.')),
  runAlone: async (call) => {
    const { files, readFigures } = await open(call)
    if (files.length === 0) throw new UsageError('There is no sealed day.')
    const made = recompute(files)
    const figures = readFigures ? await compareFigures(made, readFigures) : []
    const differences = [...made.differences, ...figures]
    const { launches, outcomes, digest } = made
    const result = { days: files.length, launches: launches.length, outcomes, digest, differences }
    const summary = `${files.length} days, ${launches.length} launches, ${outcomes} outcomes, digest ${digest}`
    const stdout = call.isJson ? JSON.stringify(result) : [summary, ...differences].join('\n')
    const stderr = differences.length === 0 ? '' : `${differences.length} differences\n`
    return { status: differences.length === 0 ? 0 : 1, stdout: `${stdout}\n`, stderr }
  },
}

function open({ options }: CommandCall): Promise<Source> {
  const { days, url } = options
  if (typeof days === 'string' && url === undefined) return openFolder(days)
  if (typeof url === 'string' && days === undefined) return openDeployment(url)
  throw new UsageError('outcome recompute needs either --days or --url')
}

/** Files like 2026-11-20.ndjson, and days.json as GET /api/v1/track-record/days answers it, to compare the digests. */
async function openFolder(folder: string): Promise<Source> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}-\d{2}\.ndjson$/.test(name)).toSorted()
  const listed = await readFile(join(folder, 'days.json'), 'utf8').catch(() => '{"days":[]}')
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name.slice(0, 10), await readFile(join(folder, name), 'utf8'))
  const { days } = JSON.parse(listed) as { days: { day: string; digest: string }[] }
  const order = days.length > 0 ? days : [...texts.keys()].map((day) => ({ day }))
  return { files: order.map((one) => ({ ...one, text: texts.get(one.day) ?? '' })), readFigures: null }
}

async function openDeployment(url: string): Promise<Source> {
  const base = `${url.replace(/\/$/, '')}/api/v1/track-record`
  const { days } = (await (await get(`${base}/days`)).json()) as { days: { day: string; digest: string }[] }
  const files: DayFile[] = []
  for (const { day, digest } of days)
    files.push({ day, digest, text: await (await get(`${base}/days/${day}.ndjson`)).text() })
  const readFigures = async ({ horizon, population, unit, promptMajor }: FoldParams) =>
    (await (
      await get(`${base}?horizon=${horizon}&population=${population}&unit=${unit}&version=${promptMajor}`)
    ).json()) as Partial<Figures>
  return { files, readFigures }
}

/** Waits as long as the deployment asks when its limit is reached. */
async function get(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  if (response.status === 429) {
    await pause(Math.min(Number(response.headers.get('retry-after')) || 1, 600) * 1000)
    return get(url)
  }
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response
}

const compared = ['asOf', 'funnel', 'outcomes', 'bands', 'ranking', 'calibration', 'survival', 'tests'] as const

async function compareFigures(
  made: Parameters<typeof foldTrackRecord>[0] & { cohorts: Parameters<typeof listCohorts>[0] },
  readFigures: (params: FoldParams) => Promise<Partial<Figures>>,
): Promise<string[]> {
  const differences: string[] = []
  for (const params of listCohorts(made.cohorts).flatMap(listParams)) {
    const [stored, again] = [await readFigures(params), foldTrackRecord(made, params)]
    for (const field of compared)
      if (JSON.stringify(stored[field]) !== JSON.stringify(again[field]))
        differences.push(`${params.horizon} ${params.population} ${params.unit}: ${field} differs`)
  }
  return differences
}
