import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleLaunches, startNotifying } from './world/notifying.ts'
import { walletNo } from './world/creators.ts'

const dueAt = '2026-12-01T18:00:00.000Z'

/** Launches under wallets of their own, enrolled from some networks in turn. */
async function scheduleFrom(
  { deps }: Pick<Awaited<ReturnType<typeof startNotifying>>, 'deps'>,
  { count, networks, name, firstWallet }: { count: number; networks: string[]; name: string; firstWallet: number },
) {
  const seeds = Array.from({ length: count }, (_, n) => ({
    name,
    creatorAddress: walletNo(firstWallet + n).address,
    scheduledFor: dueAt,
  }))
  const ids = await scheduleLaunches(deps, seeds)
  for (const [n, id] of ids.entries())
    await deps.db
      .updateTable('enrollments')
      .set({ enrolled_from: networks[n % networks.length] ?? null })
      .where('id', '=', id)
      .execute()
}

test('250 launches of two networks delay another network by their turns only', async (t) => {
  const world = await startNotifying(t)
  await scheduleFrom(world, { count: 250, networks: ['a', 'b'], name: 'Throw-away', firstWallet: 1000 })
  await scheduleFrom(world, { count: 1, networks: ['honest'], name: 'Left Sock', firstWallet: 1 })
  world.clock.moveTo('2026-12-01T17:00:00.000Z')
  await world.dispatch()
  const place = world.discord.messages.findIndex(({ content }) => content.includes('Left Sock'))
  assert.ok(place >= 0 && place < 3, `it was message ${place + 1} of ${world.discord.messages.length}`)
  const rows = await world.deps.db
    .selectFrom('notification_sends')
    .select(({ fn }) => ['enrolled_from', fn.countAll<string>().as('count')])
    .where('channel', '=', 'discord')
    .where('state', '<>', 'skipped')
    .groupBy('enrolled_from')
    .orderBy('enrolled_from')
    .execute()
  const announced = rows.map(({ enrolled_from, count }) => [enrolled_from, Number(count)])
  assert.deepEqual(announced, [['a', 120], ['b', 120], ['honest', 1]]) // prettier-ignore
})

test('creators of one network take turns', async (t) => {
  const world = await startNotifying(t)
  const [many, one] = [walletNo(1).address, walletNo(2).address]
  const launches = [many, many, many, many, one].map((creatorAddress) => ({
    name: creatorAddress === one ? 'One' : 'Many',
    creatorAddress,
    scheduledFor: dueAt,
  }))
  await scheduleLaunches(world.deps, launches)
  world.clock.moveTo('2026-12-01T17:00:00.000Z')
  await world.dispatch()
  const place = world.discord.messages.findIndex(({ content }) => content.includes('One'))
  assert.ok(place === 0 || place === 1, `it was message ${place + 1}`)
})

test('shared channels send twelve announcements per creator and day', async (t) => {
  const { deps, clock, dispatch, discord } = await startNotifying(t)
  const launches = Array.from({ length: 14 }, () => ({ scheduledFor: dueAt }))
  await scheduleLaunches(deps, launches)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual([(await dispatch()).sent, discord.messages.length], [14 + 12, 12])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  assert.deepEqual([(await dispatch()).sent, discord.messages.length], [14, 12])
})

test('the quota of announcements is renewed each day', async (t) => {
  const world = await startNotifying(t)
  const creatorAddress = walletNo(1).address
  const seed = (count: number, scheduledFor: string) =>
    scheduleLaunches(
      world.deps,
      Array.from({ length: count }, () => ({ creatorAddress, scheduledFor })),
    )
  await seed(14, dueAt)
  world.clock.moveTo('2026-12-01T17:00:00.000Z')
  await world.dispatch()
  assert.equal(world.discord.messages.length, 12)
  await seed(1, '2026-12-02T18:00:00.000Z')
  world.clock.moveTo('2026-12-02T17:00:00.000Z')
  await world.dispatch()
  assert.equal(world.discord.messages.length, 13)
})
