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

/** Returns the figures as JSON, which is what is stored, and '' for launches. */
type Folder = (request: FoldRequest) => string

export function createFolder(): Folder {
  const launches = createLaunchTable()
  return (request) => {
    if (request.params) return JSON.stringify(foldTrackRecord({ ...request.input, launches }, request.params))
    for (const json of request.page) launches.add(readLaunch(JSON.parse(json) as WrittenLaunch))
    return ''
  }
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
