import type { TestContext } from 'node:test'
import { type Discord, type DiscordWorld, startDiscord } from '../dev/stand-ins/discord.ts'
import type { Deps } from '../src/deps.ts'
import { setSchedule } from '../src/enrollment/schedule-launch.ts'
import { parseConfig } from '../src/config.ts'
import { findSummary } from '../src/launches/store.ts'
import type { NotificationTick } from '../src/notifications/schemas.ts'
import { sendDueSlots } from '../src/notifications/send-due-slots.ts'
import { type Given, openDeps } from '../src/open-deps.ts'
import type { Environment } from '../src/platform/env.ts'
import { memoryLog } from './memory-log.ts'
import { sharedTestDb } from './test-db.ts'
import { type Seed, seedLaunches } from './seed-launches.ts'

export const adminToken = 'canary-admin-token-of-32-chars..'
export const adminBearer = { authorization: `Bearer ${adminToken}` }

/** A clock that stands still until it is moved. */
export function handClock(start: string) {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    moveTo: (time: string) => void (now = new Date(time)),
    move: (ms: number) => void (now = new Date(now.getTime() + ms)),
  }
}

/** Enrolled launches, scheduled as the service schedules them. */
export async function scheduleLaunches(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  seeds: (Omit<Seed, 'creatorAddress' | 'scheduledFor'> & { scheduledFor: string | Date })[],
): Promise<string[]> {
  const launches = await seedLaunches(
    deps.db,
    seeds.map(({ scheduledFor: _later, ...seed }) => ({ creatorAddress: `0xa11ce${'0'.repeat(34)}1`, ...seed })),
  )
  for (const [n, { enrollmentId, score }] of launches.entries())
    await moveLaunch(deps, { enrollmentId, scoreId: score.id, scheduledFor: seeds[n]?.scheduledFor ?? '' })
  return launches.map(({ enrollmentId }) => enrollmentId)
}

export const moveLaunch = (
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  launch: { enrollmentId: string; scoreId: string; scheduledFor: string | Date | null },
) =>
  deps.db.transaction().execute((tx) => {
    const scheduledFor = launch.scheduledFor === null ? null : new Date(launch.scheduledFor)
    return setSchedule(deps, tx, { ...launch, scheduledFor, now: deps.clock.now() })
  })

export interface Notifying {
  deps: Deps
  logged: () => string
  discord: Discord
  clock: ReturnType<typeof handClock>
  /** One tick: its counts. */
  tick: () => Promise<NotificationTick>
  /** `slot transport state` of each notification of a launch's present schedule. */
  states: (enrollmentId: string) => Promise<string[]>
}

/** What is below the routes, with the log and a Discord webhook to notify by, at 2026-12-01 12:00 UTC. */
export async function startNotifying(
  t: TestContext,
  world: DiscordWorld = {},
  more: { environment?: Environment; telegram?: Given['telegram'] } = {},
): Promise<Notifying> {
  const discord = await startDiscord({ limit: { calls: 10_000, windowMs: 1000 }, ...world })
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { log, logged } = memoryLog()
  const config = parseConfig({ ...more.environment, ADMIN_TOKEN: adminToken, NOTIFY_DISCORD_URL: discord.url })
  const { db, reads } = await sharedTestDb()
  const database = { db, reads, migrations: db, close: () => Promise.resolve() }
  const { deps, close } = await openDeps(config, {
    database,
    log,
    clock,
    ...(more.telegram && { telegram: more.telegram }),
  })
  t.after(() => Promise.all([discord.close(), close()]))
  return { deps, logged, discord, clock, tick: () => sendDueSlots(deps), states: (id) => statesOf(deps, id) }
}

async function statesOf({ reads }: Pick<Deps, 'reads'>, enrollmentId: string): Promise<string[]> {
  const summary = await findSummary(reads, enrollmentId)
  return (summary?.notifications ?? []).map(
    ({ slot, transport, slotState, sendState }) => `${slot} ${transport ?? 'none'} ${sendState ?? slotState}`,
  )
}

export const nothingDone = { claimed: 0, sent: 0, retried: 0, failed: 0, skipped: 0, cancelled: 0 }
