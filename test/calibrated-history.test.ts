import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../contract/time.ts'
import { type HistoricLaunch, createLaunchHistory } from '../dev/stand-ins/launches/launch-history.ts'
import { toMarket } from '../dev/stand-ins/launches/launch-sources.ts'
import { startMarket } from '../dev/stand-ins/market.ts'
import { foldFigures, sampleLaunches } from '../src/creators/calibrate.ts'
import { insertLaunches } from '../src/creators/launch-index-store.ts'
import { makeLaunchPartitions } from '../src/creators/launch-partitions.ts'
import { type CreatorGroup, toGroup } from '../src/creators/rules/calibration-1.0.0.ts'
import { findFigures, listSamples } from '../src/creators/sample-store.ts'
import { launchpadsFolder, listLaunchpads, readLaunchpadFiles } from '../src/providers/launchpads/launchpads.ts'
import { startApp } from './world/app.ts'
import { toRows } from './world/launch-rows.ts'
import { closeAfter } from './world/waiting.ts'

const end = new Date('2026-11-29T12:00:00Z')
const never = new AbortController().signal
const files = readLaunchpadFiles([launchpadsFolder])

/** What a look at an age of 7 to 14 days shows: a token without a pair may still trade on its launchpad's curve. */
function toTruth({ fate, chainId, launchpad }: HistoricLaunch): boolean | null {
  if (fate !== 'is never traded') return fate === 'lives'
  return listLaunchpads(files, chainId).some(({ id, hasCurve }) => id === launchpad && hasCurve) ? null : false
}

test('the shares by what was known of the creators are those of the world that was looked at', async (t) => {
  const history = createLaunchHistory({ now: end })
  let time = new Date(end.getTime() - 85 * dayMs)
  const now = () => time
  const market = await startMarket({ tokens: {}, now, ...toMarket(history, now) })
  closeAfter(t, () => market.close())
  const environment = {
    CHAINS: '8453,56,4663,1',
    MARKET_DATA_URL: market.url,
    MARKET_DATA_PER_MINUTE: '100000',
  }
  const { deps } = await startApp(t, { environment, clock: { now } })
  await makeLaunchPartitions({ db: deps.db, clock: { now: () => end } })
  const rows = toRows(history)
  for (let at = 0; at < rows.length; at += 1000) await insertLaunches(deps.db, rows.slice(at, at + 1000))
  // Three days pass between the looks; the index has later launches already, of which nothing may be known.
  for (; time <= end; time = new Date(time.getTime() + 3 * dayMs))
    for (let before = -1; market.requests.length > before;) {
      before = market.requests.length
      await sampleLaunches(deps, never)
    }
  time = end
  await foldFigures(deps)

  const samples = await listSamples(deps.db, { after: null, limit: 100_000 })
  const byToken = new Map(history.launches.map((launch) => [launch.token, launch]))
  const counts = Map.groupBy(history.launches, ({ creator }) => creator)
  assert.ok(samples.length > 1500, String(samples.length))
  for (const { token, isAlive, lookedAt, launchedAt, earlier, creator } of samples) {
    const launch = byToken.get(token) ?? assert.fail(token)
    assert.equal(isAlive, toTruth(launch), `${launch.launchpad} ${launch.fate}`)
    const age = lookedAt.getTime() - launchedAt.getTime()
    assert.ok(age >= 7 * dayMs && age < 14 * dayMs)
    const own = counts.get(creator) ?? []
    assert.ok(own.length <= 200, 'a relayer’s launch was sampled')
    assert.equal(earlier, own.filter(({ at }) => at < launch.at).length)
  }

  const stored = await findFigures(deps.db)
  const { groups } = JSON.parse(stored?.body ?? '') as {
    groups: { group: CreatorGroup; launches: number; known: number; alive: number; share: number | null }[]
  }
  const firsts = new Map(
    samples
      .toSorted((a, b) => b.launchedAt.getTime() - a.launchedAt.getTime() || (a.token < b.token ? 1 : -1))
      .map((sample) => [`${sample.creator} ${toGroup(sample)}`, sample]),
  )
  const find = (group: CreatorGroup) => groups.find((one) => one.group === group) ?? assert.fail(group)
  for (const { group, launches, alive } of groups) {
    const own = [...firsts.values()].filter((sample) => toGroup(sample) === group)
    assert.deepEqual(
      [group, launches, alive],
      [group, own.length, own.filter(({ token }) => byToken.get(token)?.fate === 'lives').length],
    )
  }
  const share = (group: CreatorGroup) => find(group).share ?? assert.fail(`${group} is withheld`)
  assert.ok(share('none_of_3_alive') < share('no_launch') && share('no_launch') < share('some_alive'))
})
