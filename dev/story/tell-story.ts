import type { Deps } from '../../src/deps.ts'
import { findLastDay } from '../../src/record/day-store.ts'
import type { Ask } from '../demo/ask.ts'
import type { MarketWorld } from '../stand-ins/market.ts'
import type { World } from '../world/world.ts'
import { type StoryChain, openStoryChain } from './chain-of-story.ts'
import { type StoryJobs, createJobs } from './jobs.ts'
import { type StoryLaunch, storyLaunches } from './launches.ts'
import { enrollAll, launchAll } from './launching.ts'
import { listObservationHours, moveMarkets } from './markets.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** A launch that hasn't come after 180 days never comes. */
const firstScoreDays = 186
/** The 90 days of the others, and a few more until the last outcome is decided and sealed. */
const launchDays = 100
const lastDecisionMs = 92 * dayMs

/** The local chain has to begin so long ago. */
export const storyMs = (firstScoreDays + 1) * dayMs

/** A clock that stands still where the story put it, and is the system's afterwards. */
export interface StoryClock {
  now: () => Date
  /** null: the present. */
  set: (time: Date | null) => void
}

/**
 * It begins in the past where there is a story to tell, so that the service's own jobs find no later time than the story's.
 */
export function createStoryClock({ chain, market }: Pick<World, 'chain' | 'market'>): StoryClock {
  let stopped = chain && market ? new Date(Date.now() - firstScoreDays * dayMs) : null
  return { now: () => stopped ?? new Date(), set: (time) => (stopped = time) }
}

export interface StoryStage {
  world: World
  /** Those of the service, which uses `clock`. */
  deps: Deps
  ask: Ask
  clock: StoryClock
  stopped: AbortSignal
}

/**
 * `told`: the record has the story. Else why not: the world lacks a chain or a market of its own, or the database has a
 * record.
 */
export type StoryState = 'told' | 'no world' | 'other record'

/**
 * Lets the service score six launches of the past, and follows them through 90 days up to the present in a few seconds: its
 * clock and the chain's are moved from observation to observation.
 */
export async function tellStory({ world, deps, ask, clock, stopped }: StoryStage): Promise<StoryState> {
  const { chain, market } = world
  if (!chain || !market) return 'no world'
  const present = Date.now()
  const storyChain = await openStoryChain(chain, deps.config.chainId)
  const passTo = async (at: number) => {
    stopped.throwIfAborted()
    clock.set(new Date(at))
    await storyChain.passTo(new Date(at))
  }
  try {
    if (await findLastDay(deps.db)) return 'other record'
    await tell({ world, market, ask, chain: storyChain, jobs: createJobs(deps, stopped), passTo, present })
    return 'told'
  } finally {
    clock.set(null)
    await storyChain.passTo(new Date())
  }
}

interface Told {
  world: World
  market: MarketWorld
  ask: Ask
  chain: StoryChain
  jobs: StoryJobs
  passTo: (at: number) => Promise<void>
  /** In milliseconds. */
  present: number
}

async function tell({ world, market, ask, chain, jobs, passTo, present }: Told): Promise<void> {
  const launchedAt = present - launchDays * dayMs
  const [never, others] = [true, false].map((isNever) =>
    storyLaunches.filter(({ launches }) => (launches === 'never') === isNever),
  ) as [StoryLaunch[], StoryLaunch[]]
  await passTo(present - firstScoreDays * dayMs)
  await enrollAll(ask, world, never)
  await jobs.fold() // fixes the claims before the first outcome
  await passTo(launchedAt - dayMs)
  const awaited = await enrollAll(ask, world, others)
  await passTo(launchedAt)
  const launched = await launchAll({ ask, chain }, awaited, new Date(launchedAt))
  await passTo(launchedAt + 600_000)
  await jobs.find()
  for (const hours of listObservationHours()) {
    await passTo(launchedAt + hours * hourMs)
    await moveMarkets({ chain, market }, launched, hours)
    await jobs.observe(hours)
  }
  await passTo(launchedAt + lastDecisionMs)
  await jobs.decide()
  await passTo(present)
  await jobs.fold()
}
