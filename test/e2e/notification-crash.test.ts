import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Discord, startDiscord } from '../../dev/stand-ins/discord.ts'
import type { Db } from '../../src/database/db.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { type OutlastingDb, openOutlastingDb } from '../world/database.ts'
import { type ServiceProcess, spawnService, startService } from '../servers/processes.ts'
import { handClock, until } from '../world/waiting.ts'
import { scheduleLaunches } from '../world/notifying.ts'
import { makeDeps } from '../world/deps.ts'

const launches = 100
const generations = 2

const title = 'kill -9 during a dispatch loses no notification and sends none more than twice'
test(title, { timeout: 300_000 }, async (t) => {
  const store = await openOutlastingDb(t)
  const receiver = await startDiscord({ limit: { calls: 100_000, windowMs: 1000 } })
  t.after(receiver.close)
  const ids = await store.use(scheduleDue)
  for (let generation = 0; generation < generations; generation++) {
    await dispatchUntilKilled(t, store, receiver)
    await store.use(letLeasesRunOut)
  }
  await untilNothingIsDue(await startService(t, toEnvironment(store, receiver)))
  const times = ids.map((id) => receiver.messages.filter(({ content }) => content.includes(id)).length)
  assert.deepEqual(
    times.filter((count) => count < 1 || count > 2),
    [],
  )
  const kills = generations * countDispatchers(store)
  assert.ok(times.filter((count) => count === 2).length <= kills, times.join())
})

/** T+0 has been due for a second; the two slots before it have expired. */
const scheduleDue = (db: Db) =>
  scheduleLaunches(
    makeDeps({ db, clock: handClock(new Date(Date.now() - 3 * 3_600_000).toISOString()), random: systemRandom }),
    Array.from({ length: launches }, (_, n) => ({
      creatorAddress: `0x${String(n).padStart(40, 'c')}`, // each creator has its own quota
      scheduledFor: new Date(Date.now() - 1000),
    })),
  )

const toEnvironment = ({ environment }: OutlastingDb, { url }: Discord) => ({
  ...environment,
  NOTIFY_DISCORD_URL: url,
  DISPATCH_INTERVAL_SECONDS: '1',
})

const countDispatchers = ({ isShared }: OutlastingDb) => (isShared ? 3 : 1)

/** Starts all dispatchers at once and kills one after the other at a random point, some notifications later. */
async function dispatchUntilKilled(t: TestContext, store: OutlastingDb, receiver: Discord): Promise<void> {
  const dispatchers = Array.from({ length: countDispatchers(store) }, () =>
    spawnService(t, toEnvironment(store, receiver)),
  )
  for (const dispatcher of dispatchers) {
    dispatcher.stdout.resume()
    const enough = receiver.requests.length + 3 + Math.random() * 10
    await until(() => receiver.requests.length >= enough)
    await pause(Math.random() * 6)
    dispatcher.kill('SIGKILL')
    await once(dispatcher, 'exit')
  }
}

/** Expires all leases. */
const letLeasesRunOut = (db: Db) =>
  db
    .updateTable('notification_sends')
    .set({ claimed_until: new Date(0) })
    .where('claimed_until', 'is not', null)
    .execute()

function untilNothingIsDue({ url }: ServiceProcess): Promise<void> {
  const nothing = /^launchscore_queue_oldest_age_seconds\{queue="notifications"\} 0$/m
  return until(async () => nothing.test(await (await fetch(`${url}/metrics`)).text()))
}
