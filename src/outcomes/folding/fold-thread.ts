import { parentPort } from 'node:worker_threads'
import { type FoldInput, foldTrackRecord } from '../figures/fold.ts'
import type { FoldParams, LaunchRecord } from '../figures/launch-record.ts'
import { createLaunchTable } from '../figures/launch-table.ts'

/** Launches to add, or the figures to make of those that were added. */
export type FoldRequest =
  { page: string[]; params?: undefined } | { params: FoldParams; input: Omit<FoldInput, 'launches'> }

/** A launch as the database writes it in JSON. */
interface WrittenLaunch extends Omit<
  LaunchRecord,
  'scoredAt' | 'createdAt' | 'tradingSince' | 'outcomes' | 'survival'
> {
  scoredAt: string
  createdAt: string
  tradingSince: string | null
  outcomes: LaunchRecord['outcomes'] | null
  days: number | null
  died: boolean | null
}

// The main module of the thread that open-fold-thread.ts starts.
const launches = createLaunchTable()
parentPort?.on('message', (request: FoldRequest) => parentPort?.postMessage(answer(request)))

/** Returns the figures as JSON, which is what is stored. */
function answer(request: FoldRequest): string {
  if (request.params) return JSON.stringify(foldTrackRecord({ ...request.input, launches }, request.params))
  for (const json of request.page) launches.add(readLaunch(JSON.parse(json) as WrittenLaunch))
  return ''
}

function readLaunch({ days, died, outcomes, ...launch }: WrittenLaunch): LaunchRecord {
  return {
    ...launch,
    scoredAt: new Date(launch.scoredAt),
    createdAt: new Date(launch.createdAt),
    tradingSince: launch.tradingSince === null ? null : new Date(launch.tradingSince),
    outcomes: outcomes ?? {},
    survival: days === null ? null : { days, died: died === true },
  }
}
