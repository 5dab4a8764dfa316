import { dayMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { lookAtLaunches } from './creator-history.ts'
import { isRelayer } from './launch-index-store.ts'
import { calibrationRules, minKnown, toCreatorFigures } from './rules/calibration-1.0.0.ts'
import {
  type DueLaunch,
  countSamples,
  deleteLooks,
  deleteSamples,
  insertSamples,
  listDueLaunches,
  listUnlooked,
  upsertFigures,
} from './sample-store.ts'

/** Launches are looked at at this age. */
const age = { from: 7, until: 14 }
const perCall = 30
/** Figures are of the samples of this time. */
const countedDays = 90
const keptDays = 400

/**
 * Looks at launches at an age of 7 to 14 days, with one call a chain, and stores each with what was known of its creator before
 * it. They are taken in the order of their creators' addresses, so that all launches of the same creators are looked at
 * however few calls there are: then the histories of later launches are known.
 */
export async function sampleLaunches(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const { chainId, market } of deps.chains.values()) {
    if (!market || signal.aborted) continue
    const launches = await pickLaunches(deps, chainId)
    if (launches.length === 0) continue
    const now = deps.clock.now()
    const seen = await lookAtLaunches(deps, { chainId, launches, now }, signal)
    if (!seen) continue
    const looks = new Map(seen.looks.map((look) => [look.token, look.isAlive]))
    const samples = launches.flatMap((launch) => {
      const isAlive = looks.get(launch.token)
      return isAlive === undefined ? [] : [{ ...launch, id: deps.random.uuid(), isAlive }]
    })
    await insertSamples(deps.db, samples, now)
    await lookBack(deps, { chainId, launches, now }, signal)
  }
}

/** The older launches of these creators, so that their histories are known before their next ones. */
async function lookBack(
  deps: Deps,
  { chainId, launches, now }: { chainId: number; launches: DueLaunch[]; now: Date },
  signal: AbortSignal,
): Promise<void> {
  const creators = [...new Set(launches.map(({ creator }) => creator))]
  const until = new Date(now.getTime() - age.until * dayMs)
  const older = await listUnlooked(deps.db, { chainId, creators, until, limit: perCall })
  if (older.length > 0) await lookAtLaunches(deps, { chainId, launches: older, now }, signal)
}

const lastAddress = `0x${'f'.repeat(40)}`
/** Addresses with many zeros are made to measure, so the order doesn't begin with them. */
const firstAddress = `0x55${'0'.repeat(38)}`
const maxRelayers = 50

/** Launches of relayers are left out. */
async function pickLaunches({ db, clock }: Deps, chainId: number): Promise<DueLaunch[]> {
  const now = clock.now().getTime()
  const window = { chainId, from: new Date(now - age.until * dayMs), until: new Date(now - age.from * dayMs) }
  const picked: DueLaunch[] = []
  let relayers = 0
  for (const [first, before] of [
    [firstAddress, lastAddress],
    [`0x${'0'.repeat(40)}`, firstAddress],
  ] as const) {
    let after: string = first
    while (picked.length < perCall && relayers < maxRelayers) {
      const due = await listDueLaunches(db, window, { after, before, limit: perCall - picked.length })
      const creators = [...new Set(due.map(({ creator }) => creator))]
      const relaying = new Set<string>()
      for (const creator of creators) if (await isRelayer(db, creator)) relaying.add(creator)
      picked.push(...due.filter(({ creator }) => !relaying.has(creator)))
      relayers += relaying.size
      if (relaying.size === 0) break
      after = creators.at(-1) ?? before
    }
  }
  return picked
}

const toFigures = (counts: Parameters<typeof toCreatorFigures>[0]) => ({
  rules: calibrationRules,
  days: countedDays,
  minKnown,
  groups: toCreatorFigures(counts),
})

/** Before anything was counted. */
export const emptyFigures = toFigures([])

/** Makes the figures that are published. */
export async function foldFigures({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const counts = await countSamples(db, new Date(now.getTime() - countedDays * dayMs))
  await upsertFigures(db, JSON.stringify(toFigures(counts)), now)
}

export async function pruneLaunchSamples({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs)
  await deleteSamples(db, before, signal)
  await deleteLooks(db, before, signal)
}
