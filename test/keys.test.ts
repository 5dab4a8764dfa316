import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../src/commands.ts'
import { endRotated, untilEndMs } from '../src/keys/end-rotated.ts'
import { type AppOptions, ask, startApp } from './harness.ts'

const good = ['--tier', 'pro', '--label', 'Acme', '--owner', 'ops']

async function start(t: TestContext, options: AppOptions = {}) {
  const { app, deps, logged } = await startApp(t, options)
  const run = (...args: string[]) => runCommand(deps, ['keys', ...args])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  const read = (key: string) => ask(app, { url: '/api/v1/graduates', headers: { authorization: `Bearer ${key}` } })
  return { deps, run, json, read, logged }
}

test('a key is shown once, when it is issued, and works', async (t) => {
  const { run, json, read } = await start(t)
  const issued = await json('issue', ...good)
  assert.deepEqual(Object.keys(issued), ['id', 'prefix', 'key', 'tier', 'label', 'owner', 'createdAt'])
  assert.match(issued.key, /^lsc_live_[A-Za-z0-9_-]{48}$/)
  assert.equal(issued.prefix, issued.key.slice(0, 17))
  assert.deepEqual([issued.tier, issued.label, issued.owner], ['pro', 'Acme', 'ops'])
  assert.equal((await read(issued.key)).status, 200)
  const shown = [await run('list'), await run('list', '--json'), await run('show', issued.prefix, '--json')]
  for (const { stdout } of shown) {
    assert.ok(stdout.includes(issued.prefix))
    assert.ok(!stdout.includes(issued.key.slice(17)))
  }
})

test('for people, too, the key stands on a line of its own', async (t) => {
  const { run } = await start(t)
  const { stdout } = await run('issue', ...good)
  assert.match(stdout, /^lsc_live_[\w-]{48}\nprefix lsc_live_[\w-]{8}, tier pro, label Acme, owner ops\n/)
})

test('what was done to a key, when and by whom, can be read', async (t) => {
  const { json } = await start(t)
  const { prefix } = await json('issue', ...good)
  await json('rotate', prefix)
  await json('revoke', prefix)
  const { history, revokedAt, endsAt } = await json('show', prefix)
  assert.deepEqual(
    history.map(({ action }: { action: string }) => action),
    ['issued', 'rotated', 'revoked'],
  )
  for (const { actor } of history) assert.ok(actor)
  assert.ok(revokedAt < endsAt)
})

const wrong: string[][] = [
  ['issue'],
  ['issue', '--tier', 'gold', '--label', 'a', '--owner', 'b'],
  ['issue', '--tier', 'Pro', '--label', 'a', '--owner', 'b'],
  ['issue', '--tier', 'anonymous', '--label', 'a', '--owner', 'b'],
  ['issue', '--tier', 'pro', '--label', 'a'],
  ['issue', '--tier', 'pro', '--owner', 'a'],
  ['issue', '--tier', 'pro', '--label', '  ', '--owner', 'b'],
  ['issue', '--tier', 'pro', '--label', 'a\nb', '--owner', 'b'],
  ['issue', '--tier', 'pro', '--label', 'a\u202eb', '--owner', 'b'],
  ['issue', '--tier', 'pro', '--label', 'a\0b', '--owner', 'b'],
  ['issue', '--tier', 'pro', '--label', 'a', '--owner', 'b'.repeat(101)],
  ['issue', '--tier', 'pro', '--label', 'a', '--owner', 'b', '--colour', 'red'],
  ['issue', 'lsc_live_x', ...good],
  ['rotate'],
  ['rotate', 'lsc_live_AAAAAAAA', '--grace', 'soon'],
  ['rotate', 'lsc_live_AAAAAAAA', '--grace', ''],
  ['rotate', 'lsc_live_AAAAAAAA', '--grace=-1'],
  ['rotate', 'lsc_live_AAAAAAAA', '--grace', '721'],
  ['rotate', 'lsc_live_AAAAAAAA', '--grace', '1e2'],
  ['revoke'],
  ['show'],
  ['list', 'all'],
  ['lose', 'lsc_live_AAAAAAAA'],
  [],
]
test('a call that makes no sense ends with 2 and a line that says why, and does nothing', async (t) => {
  const { deps, run } = await start(t)
  for (const args of wrong) {
    const { status, stdout, stderr } = await run(...args)
    assert.deepEqual([status, stdout], [2, ''], args.join(' '))
    assert.match(stderr, /^\S.+\n/)
  }
  assert.deepEqual(await deps.db.selectFrom('api_keys').select('id').execute(), [])
})

test('a prefix that no key has fails with one line', async (t) => {
  const { run } = await start(t)
  for (const command of ['rotate', 'revoke', 'show'])
    for (const prefix of ['lsc_live_AAAAAAAA', 'x', '%', 'lsc_live_']) {
      const { status, stdout, stderr } = await run(command, prefix)
      assert.deepEqual([status, stdout, stderr], [1, '', 'there is no key with this prefix: see keys list\n'])
    }
})

test('a rotation gives a successor of the same kind; by default the old key has 48 hours', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { json, read } = await start(t, { clock: { now: () => new Date(now) } })
  const old = await json('issue', ...good)
  now += 1000
  const successor = await json('rotate', old.prefix)
  assert.deepEqual([successor.tier, successor.label, successor.owner], ['pro', 'Acme', 'ops'])
  assert.deepEqual(successor.predecessor, { prefix: old.prefix, endsAt: '2026-11-23T12:00:01.000Z' })
  assert.notEqual(successor.key, old.key)
  const [first, second] = await json('list')
  assert.deepEqual([first.prefix, first.rootId, second.rootId], [successor.prefix, old.id, old.id])
  now += 3600_000
  const again = await json('rotate', successor.prefix, '--grace', '0.5')
  assert.equal(again.predecessor.endsAt, '2026-11-21T13:30:01.000Z')
  assert.equal((await json('show', again.prefix)).rootId, old.id)
  for (const { key } of [old, successor, again]) assert.equal((await read(key)).status, 200)
})

test('a second rotation never prolongs a key, and a revoked one has no successor', async (t) => {
  const { run, json } = await start(t)
  const { prefix } = await json('issue', ...good)
  const { endsAt } = (await json('rotate', prefix, '--grace', '1')).predecessor
  assert.equal((await json('rotate', prefix, '--grace', '48')).predecessor.endsAt, endsAt)
  await json('rotate', prefix, '--grace', '0')
  const { status, stderr } = await run('rotate', prefix)
  assert.deepEqual([status, stderr], [1, `${prefix} is revoked: issue a new key\n`])
})

test('at the end of the grace a rotated key is revoked, and that is written down', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { deps, json, read } = await start(t, { clock: { now: () => new Date(now) } })
  const old = await json('issue', ...good)
  assert.equal(await untilEndMs(deps), Infinity)
  await json('rotate', old.prefix, '--grace', '2')
  assert.equal(await untilEndMs(deps), 7_200_000)
  await endRotated(deps)
  assert.equal((await json('show', old.prefix)).revokedAt, null)
  now += 7_300_000
  assert.equal((await read(old.key)).body.error.code, 'revoked')
  await Promise.all([endRotated(deps), endRotated(deps)])
  const { revokedAt, history } = await json('show', old.prefix)
  assert.equal(revokedAt, '2026-11-21T14:00:00.000Z')
  assert.deepEqual(
    history.map(({ action }: { action: string }) => action),
    ['issued', 'rotated', 'ended'],
  )
  assert.equal(await untilEndMs(deps), Infinity)
})

test('the last use is written down soon, never set back, and not for who is refused', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { json, read } = await start(t, { clock: { now: () => new Date(now) } })
  const { key, prefix } = await json('issue', ...good)
  const lastUsedAt = async () => (await json('show', prefix)).lastUsedAt
  await read(`${key}x`)
  for (let n = 0; n < 20; n += 1) await read(key)
  const deadline = Date.now() + 2000
  while ((await lastUsedAt()) === null && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await lastUsedAt(), '2026-11-21T12:00:00.000Z')
})
