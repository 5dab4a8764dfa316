import type { TestContext } from 'node:test'
import { decideOutcomes } from '../src/outcomes/deciding/decide-outcomes.ts'
import { sealDays } from '../src/outcomes/days/seal-days.ts'
import { foldSealedDays } from '../src/outcomes/track-record/fold-track-record.ts'
import { startApp, startWorld } from './harness.ts'
import { insertObservations, listSeries, seedFollowed } from './seed-outcomes.ts'

const never = new AbortController().signal
export const since = new Date('2026-06-01T12:00:00.000Z')
const hourMs = 3_600_000

/** A service that has watched the series of the fixtures day by day, and sealed each day. */
export async function startFollowed(t: Pick<TestContext, 'after'>, days = 40, copies = 1) {
  let now = since
  const world = await startWorld(t)
  const environment = {
    ...world.environment,
    CHAIN_ID: '8453',
    MARKET_DATA_URL: 'http://127.0.0.1:9',
  }
  const started = await startApp(t, { world, environment, clock: { now: () => now } })
  const { deps } = started
  const launches = []
  for (const [index, { name, observations }] of Array.from({ length: copies }, listSeries).flat().entries())
    launches.push({
      series: name,
      observations,
      ...(await seedFollowed(deps.db, { observations: [], tradingSince: since, points: 20 + ((index * 37) % 70) })),
    })
  for (let day = 1; day <= days; day += 1) {
    const [from, until] = [(day - 1) * 24 - 12, day * 24 - 12]
    for (const { bindingId, observations } of launches) {
      const made = observations.filter(({ t }) => t >= Math.max(0, from) && t < until)
      await insertObservations(deps.db, bindingId, since, made)
    }
    now = new Date(since.getTime() + until * hourMs + 1_200_000)
    await decideOutcomes(deps, never)
    // The figures of the last day don't depend on those of the days before.
    if (day === days) await foldSealedDays(deps, never)
    else await sealDays(deps, never)
  }
  return { ...started, launches, setTime: (time: Date) => (now = time) }
}
