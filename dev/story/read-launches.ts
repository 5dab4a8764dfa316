import { setTimeout as pause } from 'node:timers/promises'
import { dayMs } from '../../contract/time.ts'
import { foldFigures, sampleLaunches } from '../../src/creators/calibrate.ts'
import { indexLaunches } from '../../src/creators/index-launches.ts'
import { listCoverage } from '../../src/creators/launch-index-store.ts'
import type { Deps } from '../../src/deps.ts'

const maxRuns = 100
/** The service's own job may be reading a chain. */
const pauseMs = 100

const samplings = 6

/** Has the service read the launches of the stand-ins and count how many lived, which its jobs would do within an hour. */
export async function readLaunches(deps: Deps, stopped: AbortSignal): Promise<void> {
  await readAll(deps, stopped)
  for (let n = 0; n < samplings; n += 1) await sampleLaunches(deps, stopped)
  await foldFigures(deps)
}

async function readAll(deps: Deps, stopped: AbortSignal): Promise<void> {
  const { config, chains, clock, db } = deps
  const read = [...chains.keys()].filter((chainId) => chainId !== config.chainId)
  const since = clock.now().getTime() - config.launchesBackfillDays * dayMs
  for (let run = 0; run < maxRuns; run += 1) {
    await indexLaunches(deps, stopped).catch(() => {}) // its job says why
    const covered = new Map((await listCoverage(db)).map(({ chainId, from }) => [chainId, from.getTime()]))
    if (read.every((chainId) => (covered.get(chainId) ?? Infinity) <= since)) return
    await pause(pauseMs, undefined, { signal: stopped })
  }
}
