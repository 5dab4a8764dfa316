import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { runCommand } from '../src/main/commands.ts'
import { endRotated, untilEndMs } from '../src/keys/upkeep.ts'
import { openLastUsed } from '../src/keys/open-keys.ts'
import { type AppOptions, ask, startApp } from './world/app.ts'
import { until } from './world/waiting.ts'

const never = new AbortController().signal

const good = ['--tier', 'pro', '--label', 'Acme', '--owner', 'ops']

async function start(t: TestContext, options: AppOptions = {}) {
  const { app, deps, logged } = await startApp(t, options)
  const run = (...args: string[]) => runCommand(deps, ['keys', ...args])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  const read = (key: string) => ask(app, { url: '/api/v1/graduates', headers: { authorization: `Bearer ${key}` } })
  return { app, deps, run, json, read, logged }
}

test('keys issue: shows the key once, and the key works', async (t) => {
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

test('keys issue: prints the key on a line of its own', async (t) => {
  const { run } = await start(t)
  const { stdout } = await run('issue', ...good)
  assert.match(stdout, /^lsc_live_[\w-]{48}\nprefix lsc_live_[\w-]{8}, tier pro, label Acme, owner ops\n/)
})

test('keys show: the history with times and actors', async (t) => {
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
  ['issue', ...good, '--expires', 'soon'],
  ['issue', ...good, '--expires', '0d'],
  ['issue', ...good, '--expires', '3651d'],
  ['issue', ...good, '--expires', '2020-01-01T00:00:00Z'],
  ['issue', ...good, '--expires', '2027-02-30T00:00:00Z'],
  ['rotate', 'lsc_live_AAAAAAAA', '--expires', '90'],
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
test('keys: invalid arguments exit with 2 and one line, and change nothing', async (t) => {
  const { deps, run } = await start(t)
  for (const args of wrong) {
    const { status, stdout, stderr } = await run(...args)
    assert.deepEqual([status, stdout], [2, ''], args.join(' '))
    assert.match(stderr, /^\S.+\n/)
  }
  assert.deepEqual(await deps.db.selectFrom('api_keys').select('id').execute(), [])
})

test('keys: an unknown prefix fails with one line', async (t) => {
  const { run } = await start(t)
  for (const command of ['rotate', 'revoke', 'show'])
    for (const prefix of ['lsc_live_AAAAAAAA', 'x', '%', 'lsc_live_']) {
      const { status, stdout, stderr } = await run(command, prefix)
      assert.deepEqual([status, stdout, stderr], [1, '', 'no API key with this prefix; see keys list\n'])
    }
})

test('keys rotate: a successor of the same tier; the old key lasts 48 hours', async (t) => {
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

test('keys issue --expires: the key works until then, then it is revoked', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { deps, json, read } = await start(t, { clock: { now: () => new Date(now) } })
  const issued = await json('issue', ...good, '--expires', '90d')
  assert.equal(issued.expiresAt, '2027-02-19T12:00:00.000Z')
  const other = await json('issue', ...good, '--expires', '2027-02-19T13:00:00+01:00')
  assert.equal(other.expiresAt, issued.expiresAt)
  assert.equal((await json('issue', ...good, '--expires', 'never')).expiresAt, undefined)
  const first = await read(issued.key)
  assert.deepEqual([first.status, first.headers['sunset']], [200, 'Fri, 19 Feb 2027 12:00:00 GMT'])
  now = Date.parse(issued.expiresAt)
  for (const key of [issued.key, other.key]) {
    const refused = await read(key)
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'revoked'])
  }
  await endRotated(deps, never)
  const { revokedAt, history } = await json('show', issued.prefix)
  assert.equal(revokedAt, issued.expiresAt)
  assert.equal(history.at(-1).action, 'ended')
})

test('keys rotate: the successor keeps the expiry unless a new one is given', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { json } = await start(t, { clock: { now: () => new Date(now) } })
  const first = await json('issue', ...good, '--expires', '30d')
  const second = await json('rotate', first.prefix)
  assert.deepEqual(
    [second.expiresAt, second.predecessor.endsAt],
    ['2026-12-21T12:00:00.000Z', '2026-11-23T12:00:00.000Z'],
  )
  now += 86_400_000
  const third = await json('rotate', second.prefix, '--expires', '60d')
  assert.equal(third.expiresAt, '2027-01-21T12:00:00.000Z')
  const last = await json('rotate', third.prefix, '--expires', 'never')
  assert.equal(last.expiresAt, undefined)
  assert.deepEqual((await json('list'))[0].endsAt, null)
})

test('keys issue --test: a test key, and its successors are test keys', async (t) => {
  const { json, run, read } = await start(t)
  const issued = await json('issue', ...good, '--test')
  assert.match(issued.key, /^lsc_test_[A-Za-z0-9_-]{48}$/)
  assert.equal((await read(issued.key)).status, 200)
  const successor = await json('rotate', issued.prefix)
  assert.match(successor.key, /^lsc_test_/)
  const listed = await json('list')
  for (const key of listed) assert.deepEqual([key.test, key.rootId], [true, issued.id])
  assert.equal((await run('issue', ...good)).stdout.startsWith('lsc_live_'), true)
})

test('keys rotate: never prolongs a key, and fails for a revoked one', async (t) => {
  const { run, json } = await start(t)
  const { prefix } = await json('issue', ...good)
  const { endsAt } = (await json('rotate', prefix, '--grace', '1')).predecessor
  assert.equal((await json('rotate', prefix, '--grace', '48')).predecessor.endsAt, endsAt)
  await json('rotate', prefix, '--grace', '0')
  const { status, stderr } = await run('rotate', prefix)
  assert.deepEqual([status, stderr], [1, `${prefix} is revoked; issue a new key\n`])
})

test('a rotated key is revoked at its end, with an entry in the history', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { deps, json, read } = await start(t, { clock: { now: () => new Date(now) } })
  const old = await json('issue', ...good)
  assert.equal(await untilEndMs(deps), Infinity)
  await json('rotate', old.prefix, '--grace', '2')
  assert.equal(await untilEndMs(deps), 7_200_000)
  await endRotated(deps, never)
  assert.equal((await json('show', old.prefix)).revokedAt, null)
  now += 7_300_000
  assert.equal((await read(old.key)).body.error.code, 'revoked')
  await Promise.all([endRotated(deps, never), endRotated(deps, never)])
  const { revokedAt, history } = await json('show', old.prefix)
  assert.equal(revokedAt, '2026-11-21T14:00:00.000Z')
  assert.deepEqual(
    history.map(({ action }: { action: string }) => action),
    ['issued', 'rotated', 'ended'],
  )
  assert.equal(await untilEndMs(deps), Infinity)
})

test('last use: stored soon, never set back, and not for refused keys', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { json, read, run } = await start(t, { clock: { now: () => new Date(now) } })
  const { key, prefix } = await json('issue', ...good)
  const lastUsedAt = async () => (await json('show', prefix)).lastUsedAt
  await read(`${key}x`)
  assert.match((await run('list')).stdout, new RegExp(`^${prefix} .* active +never used +Acme`, 'm'))
  for (let n = 0; n < 20; n += 1) await read(key)
  await until(async () => (await lastUsedAt()) !== null)
  assert.equal(await lastUsedAt(), '2026-11-21T12:00:00.000Z')
  assert.match((await run('list')).stdout, new RegExp(`^${prefix} .* active +used 2026-11-21 +Acme`, 'm'))
})

test('keys revoke: a second revocation changes nothing', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { json } = await start(t, { clock: { now: () => new Date(now) } })
  const { prefix } = await json('issue', ...good)
  const first = await json('revoke', prefix)
  now += 60_000
  assert.deepEqual(await json('revoke', prefix), first)
  const { history } = await json('show', prefix)
  assert.equal(history.filter(({ action }: { action: string }) => action === 'revoked').length, 1)
})

test('two Authorization headers are refused, even if one is valid', async (t) => {
  const { app, json } = await start(t)
  const { key } = await json('issue', ...good)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const send = (...bearers: string[]) => statusWith(url, bearers)
  assert.equal(await send(key), 200)
  for (const bearers of [
    [key, 'x'],
    ['x', key],
    [key, key],
  ])
    assert.equal(await send(...bearers), 401)
})

async function statusWith(url: string, bearers: string[]): Promise<number> {
  const headers = ['host', 'launch.example', ...bearers.flatMap((one) => ['authorization', `Bearer ${one}`])]
  const sent = request(`${url}/api/v1/graduates`, { headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

test('last use: a failed write is retried, and an earlier time replaces no later one', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const clock = { now: () => new Date(now) }
  const { deps, json } = await start(t, { clock })
  const [one, two] = [await json('issue', ...good), await json('issue', ...good)]
  const usedAt = async ({ prefix }: { prefix: string }) => (await json('show', prefix)).lastUsedAt
  let isDown = true
  const failing: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isDown) throw new Error('the database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const lastUsed = openLastUsed({ ...deps, db: deps.db.withPlugin(failing), clock })
  lastUsed.touch({ id: one.id, rootId: one.id })
  await lastUsed.close()
  isDown = false
  now += 1000
  lastUsed.touch({ id: two.id, rootId: two.id })
  await lastUsed.close()
  assert.deepEqual([await usedAt(one), await usedAt(two)], ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:01.000Z'])
  now -= 500
  lastUsed.touch({ id: two.id, rootId: two.id })
  await lastUsed.close()
  assert.equal(await usedAt(two), '2026-11-21T12:00:01.000Z')
})
