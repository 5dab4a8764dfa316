import type { TestContext } from 'node:test'
import type { NotificationTick } from '../../contract/schemas/notification.ts'
import { type Discord, type DiscordWorld, startDiscord } from '../../dev/stand-ins/discord.ts'
import { parseConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { setSchedule } from '../../src/launches/schedule.ts'
import { findSummary } from '../../src/launches/store.ts'
import { type Overrides, openDeps } from '../../src/main/open-deps.ts'
import { sendDueSlots } from '../../src/notifications/send-notifications.ts'
import type { Environment } from '../../src/platform/env.ts'
import { sharedTestDb } from './database.ts'
import { memoryLog } from './deps.ts'
import { type LaunchSeed, seedLaunches } from './seed.ts'
import { closeAfter, handClock, never } from './waiting.ts'

export const adminToken = 'canary-admin-token-of-32-chars..'
export const adminBearer = { authorization: `Bearer ${adminToken}` }

/** Seeds enrolled launches and schedules them as the service does. */
export async function scheduleLaunches(
  deps: Deps,
  seeds: (Omit<LaunchSeed, 'creatorAddress' | 'scheduledFor'> & {
    creatorAddress?: string
    scheduledFor: string | Date
  })[],
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
  deps: Deps,
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
  /** Runs the dispatcher once and returns its counts. */
  dispatch: () => Promise<NotificationTick>
  /** `slot channel state` of each notification of the launch's current schedule. */
  states: (enrollmentId: string) => Promise<string[]>
}

/** Opens the service's dependencies with the channels log and Discord, at 2026-12-01 12:00 UTC. */
export async function startNotifying(
  t: TestContext,
  world: DiscordWorld = {},
  more: { environment?: Environment; telegram?: Overrides['telegram'] } = {},
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
  closeAfter(t, () => Promise.all([discord.close(), close()]))
  return {
    deps,
    logged,
    discord,
    clock,
    dispatch: () => sendDueSlots(deps, never),
    states: (id) => readStates(deps, id),
  }
}

async function readStates({ reads }: Deps, enrollmentId: string): Promise<string[]> {
  const summary = await findSummary(reads, enrollmentId)
  return (summary?.notifications ?? []).map(
    ({ slot, channel, slotState, sendState }) => `${slot} ${channel ?? 'none'} ${sendState ?? slotState}`,
  )
}

export const nothingDone = { claimed: 0, sent: 0, retried: 0, failed: 0, skipped: 0, cancelled: 0 }
