import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { openTcpProxy } from '../../test/servers/proxies.ts'
import { startApp } from '../../test/world/app.ts'
import { openTestDb } from '../../test/world/database.ts'
import { closeAfter } from '../../test/world/waiting.ts'
import type { Db } from '../database/db.ts'
import { createServerListener } from '../database/listener.ts'
import type { Deps } from '../deps.ts'
import { createKeyRing, toKey } from './authenticate.ts'
import { issueKey, revokeKey } from './key-commands.ts'
import { openKeys } from './open-keys.ts'

const request = { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' } as const

/** A ring of keys, how often it has read, and a gate that holds back what it has read. */
async function open(t: TestContext, { currentUntil = () => -Infinity, maxCached = 1000 } = {}) {
  const { deps } = await startApp(t)
  const time = { ms: 0 }
  let reads = 0
  let gate = Promise.resolve()
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => ((reads += 1), node),
    transformResult: async ({ result }) => gate.then(() => result),
  }
  const watched: Db = deps.reads.withPlugin(watch)
  const ring = createKeyRing({ reads: watched, clock: deps.clock, elapsedMs: () => time.ms, currentUntil, maxCached })
  const ask = async (key: string) => (ring.getCached(key) ?? (await ring.lookUp(key))).outcome
  const hold = () => {
    const opened = Promise.withResolvers<void>()
    gate = opened.promise
    return opened.resolve
  }
  return { deps, ring, ask, time, hold, reads: () => reads }
}

const issue = (deps: Deps) => issueKey(deps, request)

test('concurrent look-ups of a key cost one query, later ones none', async (t) => {
  const { deps, ask, reads } = await open(t)
  const { key } = await issue(deps)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => ask(key)))
  assert.deepEqual([new Set(outcomes), reads()], [new Set(['active']), 1])
  for (let n = 0; n < 10; n += 1) assert.equal(await ask(key), 'active')
  assert.equal(reads(), 1)
})

test('an unknown key is cached, and so is another one with its prefix', async (t) => {
  const { deps, ask, reads } = await open(t)
  const bytes = Buffer.alloc(32, 3)
  for (let n = 0; n < 10; n += 1) {
    bytes[31] = n
    assert.equal(await ask(toKey(bytes)), 'unknown')
  }
  assert.equal(reads(), 1)
  await issueKey({ ...deps, random: { ...deps.random, hex: () => bytes.toString('hex') } }, request)
})

test('without a listener a key is cached for less than a second', async (t) => {
  const { deps, ask, time, reads } = await open(t)
  const { key, prefix } = await issue(deps)
  assert.equal(await ask(key), 'active')
  await revokeKey(deps, { prefix, actor: 'test' }) // as another process would
  time.ms += 900
  assert.deepEqual([await ask(key), reads()], ['active', 1])
  time.ms += 1
  assert.deepEqual([await ask(key), reads()], ['revoked', 2])
})

test('with a current listener a key is cached for a minute at most', async (t) => {
  const current = { until: 0 }
  const { deps, ask, time, reads } = await open(t, { currentUntil: () => current.until })
  const { key } = await issue(deps)
  for (time.ms = 0; time.ms <= 60_000; time.ms += 500) {
    current.until = time.ms - 300
    assert.equal(await ask(key), 'active')
  }
  assert.equal(reads(), 1)
  time.ms = current.until = 60_001
  await ask(key)
  assert.equal(reads(), 2)
})

test('a revocation during a read is not hidden by the older row', async (t) => {
  const { deps, ring, ask, hold } = await open(t)
  const { key, prefix } = await issue(deps)
  const release = hold()
  const early = ask(key)
  while (ring.getCached(key) !== undefined) await early // nothing is known yet
  await deps.reads.selectFrom('api_keys').select('id').execute() // by now the key has been read
  await revokeKey(deps, { prefix, actor: 'test' })
  ring.forget(prefix)
  const late = ask(key)
  release()
  assert.deepEqual([await early, await late], ['active', 'revoked'])
  assert.equal(ring.getCached(key)?.outcome, 'revoked')
})

test('unknown keys don’t evict active ones, and are evicted themselves', async (t) => {
  const { deps, ring, ask } = await open(t, { maxCached: 20 })
  const { key } = await issue(deps)
  assert.equal(await ask(key), 'active')
  const made = Array.from({ length: 30 }, (_, n) => toKey(Buffer.alloc(32, n)))
  for (const one of made) await ask(one)
  assert.equal(ring.getCached(key)?.outcome, 'active')
  assert.equal(made.filter((one) => ring.getCached(one)).length, 20)
})

test('wasActive: only for the same key, and if it was not revoked', async (t) => {
  const { deps, ring, ask } = await open(t)
  const { key, prefix } = await issue(deps)
  assert.equal(ring.wasActive(key), false)
  await ask(key)
  assert.equal(ring.wasActive(key), true)
  assert.equal(ring.wasActive(`${key.slice(0, -1)}~`), false)
  await revokeKey(deps, { prefix, actor: 'test' })
  ring.forget(prefix)
  await ask(key)
  assert.equal(ring.wasActive(key), false)
})

const elapsedMs = () => performance.now()

/** Keys on a database server, with a listener that connects through a proxy that can fail. */
async function listenThrough(t: TestContext, url: string, { db, reads }: Pick<Deps, 'db' | 'reads'>) {
  const proxy = await openTcpProxy(t, url)
  const { deps } = await startApp(t)
  const states: string[] = []
  const listener = createServerListener({
    url: proxy.url,
    elapsedMs,
    id: deps.random.uuid(),
    onChange: (state) => states.push(state),
  })
  const { keys, close } = openKeys({ ...deps, db, reads, elapsedMs, listener })
  closeAfter(t, () => close().then(listener.close))
  const ask = async (key: string) => (keys.getCached(key) ?? (await keys.lookUp(key))).outcome
  return { proxy, states, ask, elsewhere: { ...deps, db, reads } }
}

for (const fault of ['none', 'cut', 'stall'] as const)
  test(`a revocation by another process takes effect within a second (fault: ${fault})`, async (t) => {
    const database = await openTestDb()
    closeAfter(t, database.close)
    if (!database.url) return t.skip('embedded, there is no elsewhere')
    const { proxy, states, ask, elsewhere } = await listenThrough(t, database.url, database)
    const { key, prefix } = await issue(elsewhere)
    await ask(key)
    const began = performance.now()
    while (performance.now() < began + 400) assert.equal(await askLater(ask, key), 'active')
    if (fault !== 'none') proxy[fault]()
    await revokeKey(elsewhere, { prefix, actor: 'test' })
    const revokedAt = performance.now()
    let lastActive = revokedAt
    for (let askedAt = revokedAt; (await askLater(ask, key)) === 'active'; askedAt = performance.now())
      lastActive = askedAt
    assert.ok(lastActive - revokedAt < 1000)
    if (fault === 'none') return assert.deepEqual(states, ['listening'])
    proxy.mend()
    while (states.length < 3) await askLater(ask, key)
    assert.deepEqual(states, ['listening', 'disconnected', 'listening'])
  })

/** Lets notifications that have arrived be handled first. */
const askLater = (ask: (key: string) => Promise<string>, key: string) =>
  new Promise((resolve) => setImmediate(resolve)).then(() => ask(key))
