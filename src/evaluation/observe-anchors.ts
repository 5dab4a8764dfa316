import type { Deps } from '../deps.ts'
import { observe } from '../platform/metrics.ts'
import { succeedsWithin } from '../platform/resilience/succeeds-within.ts'
import { listAnchorRuns } from './check-anchors.ts'
import type { AnchorRun } from './schemas.ts'

const gauges: [name: string, help: string, value: (run: AnchorRun) => number][] = [
  ['launchscore_anchor_mean_score', 'Mean score of the anchors in their newest run', ({ mean }) => mean],
  [
    'launchscore_anchor_shift_points',
    'Points by which that mean has moved since the first run of its series',
    ({ shift }) => shift,
  ],
  [
    'launchscore_anchor_band_flips',
    'Anchors that are in another band than in that first run',
    ({ bandFlips }) => bandFlips,
  ],
  [
    'launchscore_anchor_model_changed',
    '1 if the provider reported another model id than in the run before',
    ({ isOtherModel }) => Number(isOtherModel),
  ],
  [
    'launchscore_anchor_run_timestamp_seconds',
    'When the newest run of the anchors ended',
    ({ finishedAt }) => Date.parse(finishedAt) / 1000,
  ],
]

export function observeAnchors({ metrics, reads, config }: Deps): void {
  let reading: Promise<AnchorRun[]> | undefined
  const readShared = () => (reading ??= readInTime(reads, config.healthTimeoutMs).finally(() => (reading = undefined)))
  for (const [name, help, value] of gauges)
    observe(metrics, {
      name,
      help,
      labelNames: [],
      collect: async (set) => {
        const [newest] = await readShared()
        if (newest) set({}, value(newest))
      },
    })
}

/** A failing or slow database must not fail or delay the scrape. */
async function readInTime(reads: Deps['reads'], ms: number): Promise<AnchorRun[]> {
  const reading = listAnchorRuns(reads, 1)
  return (await succeedsWithin(reading, ms)) ? reading : []
}
