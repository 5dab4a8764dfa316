import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Discord, startDiscord } from '../dev/stand-ins/discord.ts'
import type { Db } from '../src/deps.ts'
import { systemRandom } from '../src/platform/random.ts'
import { type OutlastingDb, openOutlastingDb } from './outlasting-db.ts'
import { type ServiceProcess, spawnService, startService } from './processes.ts'
import { handClock, scheduleLaunches } from './scheduling.ts'

const launches = 100
const generations = 2

const title = 'kill -9 at any point of a tick loses no notification and sends none more than twice'
test(title, { timeout: 120_000 }, async (t) => {
  const store = await openOutlastingDb(t)
  const receiver = await startDiscord({ limit: { calls: 100_000, windowMs: 1000 } })
  t.after(receiver.close)
  const ids = await store.use(scheduleDue)
  for (let generation = 0; generation < generations; generation++) {
    await dispatchUntilKilled(t, store, receiver)
    await store.use(letLeasesRunOut)
  }
  await untilNothingIsDue(await startService(t, environmentOf(store, receiver)))
  const times = ids.map((id) => receiver.messages.filter(({ content }) => content.includes(id)).length)
  assert.deepEqual(
    times.filter((count) => count < 1 || count > 2),
    [],
  )
  const kills = generations * dispatchersOf(store)
  assert.ok(times.filter((count) => count === 2).length <= kills, times.join())
})

/** T+0 is due since a second, the two before it too late to be of use. */
const scheduleDue = (db: Db) =>
  scheduleLaunches(
    { db, clock: handClock(new Date(Date.now() - 3 * 3_600_000).toISOString()), random: systemRandom },
    Array.from({ length: launches }, () => ({ scheduledFor: new Date(Date.now() - 1000) })),
  )

const environmentOf = ({ environment }: OutlastingDb, { url }: Discord) => ({
  ...environment,
  NOTIFY_DISCORD_URL: url,
  DISPATCH_INTERVAL_SECONDS: '1',
})

const dispatchersOf = ({ isShared }: OutlastingDb) => (isShared ? 3 : 1)

/** All begin at once; one after the other dies some notifications later, at any point of what follows. */
async function dispatchUntilKilled(t: TestContext, store: OutlastingDb, receiver: Discord): Promise<void> {
  const dispatchers = Array.from({ length: dispatchersOf(store) }, () =>
    spawnService(t, environmentOf(store, receiver)),
  )
  for (const dispatcher of dispatchers) {
    dispatcher.stdout.resume()
    const enough = receiver.requests.length + 3 + Math.random() * 10
    while (receiver.requests.length < enough) await pause(1)
    await pause(Math.random() * 6)
    dispatcher.kill('SIGKILL')
    await once(dispatcher, 'exit')
  }
}

/** A minute passes. */
const letLeasesRunOut = (db: Db) =>
  db
    .updateTable('notification_sends')
    .set({ claimed_until: new Date(0) })
    .where('claimed_until', 'is not', null)
    .execute()

async function untilNothingIsDue({ url }: ServiceProcess): Promise<void> {
  const nothing = /^launchscore_queue_oldest_age_seconds\{queue="notifications"\} 0$/m
  while (!nothing.test(await (await fetch(`${url}/metrics`)).text())) await pause(20)
}
