import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import type { Db } from '../../src/database/db.ts'
import { type SecretBox, createSecretBox } from '../../src/platform/secret-box.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { ask, startApp } from '../world/app.ts'
import { openOutlastingDb } from '../world/database.ts'
import { spawnService } from '../servers/processes.ts'

const isServer = process.env['TEST_DATABASE_URL'] !== undefined

/** The warnings of a start, about webhooks, the public address, the market data and the encryption key. */
async function listWarnings(t: TestContext, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const warnings: string[] = []
  const service = spawnService(t, environment)
  for await (const line of createInterface({ input: service.stdout })) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (level === 40 && warningPattern.test(msg)) warnings.push(msg.split(':')[0] ?? '')
    if (msg === 'listening') break
  }
  const exited = once(service, 'exit') // the embedded database is free again
  service.kill('SIGKILL')
  await exited
  return warnings
}

const warningPattern =
  /^(webhooks are disabled|HOST is public|PUBLIC_URL has|no launched token is observed|secrets of webhook)/
const isOff = 'webhooks are disabled and respond 503'
const isPublic = 'HOST is public but PUBLIC_URL is not set'

test('start: warns of webhooks without a key and of a public HOST without PUBLIC_URL', async (t) => {
  const { environment } = await openOutlastingDb(t)
  const lacking = await listWarnings(t, { ...environment, HOST: '0.0.0.0' })
  assert.deepEqual(lacking, isServer ? [isOff, isPublic] : [isPublic]) // the embedded database makes a key
  const complete = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), PUBLIC_URL: 'https://launch.example' }
  assert.deepEqual(await listWarnings(t, { ...environment, ...complete, HOST: '0.0.0.0' }), [])
})

const encryptionKey = Buffer.alloc(32, 7).toString('base64')

test('start: warns of a PUBLIC_URL with a path', async (t) => {
  const { environment } = await openOutlastingDb(t)
  const keyed = { ...environment, ENCRYPTION_KEY: encryptionKey }
  const hasPath = 'PUBLIC_URL has a path, but the pages work only at the root of their host'
  assert.deepEqual(await listWarnings(t, { ...keyed, PUBLIC_URL: 'https://launch.example/scores' }), [hasPath])
  assert.deepEqual(await listWarnings(t, { ...keyed, PUBLIC_URL: 'https://launch.example/' }), [])
})

test('start: warns of MARKET_DATA_URL on a chain without a known name', async (t) => {
  const { environment } = await openOutlastingDb(t)
  const unnamed = { ...environment, ENCRYPTION_KEY: encryptionKey, CHAIN_ID: '31337' }
  const market = { MARKET_DATA_URL: 'http://127.0.0.1:9' }
  const isUnobserved = 'no launched token is observed, because the market-data provider has no known name for CHAIN_ID'
  assert.deepEqual(await listWarnings(t, { ...unnamed, ...market }), [isUnobserved])
  assert.deepEqual(await listWarnings(t, { ...unnamed, ...market, MARKET_DATA_CHAIN: 'local' }), [])
  assert.deepEqual(await listWarnings(t, unnamed), [])
})

/** Stores a subscription, with a previous secret under `former`, which ended a minute ago. */
async function insertSubscription(db: Db, box: SecretBox, former = box): Promise<void> {
  const id = `sub_${systemRandom.uuid().replaceAll('-', '')}`
  await db
    .insertInto('webhook_subscriptions')
    .values({
      id,
      owner_id: systemRandom.uuid(),
      endpoint: 'https://hooks.example/',
      events: ['score.created'],
      secret: box.seal('whsec_12345678', id),
      previous_secret: former.seal('whsec_87654321', id),
      previous_until: new Date(Date.now() - 60_000),
      created_at: new Date(),
    })
    .execute()
}

test('start: warns of stored secrets whose key is not configured', async (t) => {
  const { environment, use } = await openOutlastingDb(t)
  const [current, former] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  await use((db) => insertSubscription(db, createSecretBox([former])))
  const other = { ...environment, ENCRYPTION_KEY: encryptionKey }
  const isUnreadable =
    'secrets of webhook subscriptions were encrypted under a key that is not configured, so their deliveries wait'
  assert.deepEqual(await listWarnings(t, other), [isUnreadable])
  const previous = former.toString('base64')
  assert.deepEqual(await listWarnings(t, { ...other, ENCRYPTION_KEY_PREVIOUS: previous }), [])
  await use((db) => db.deleteFrom('webhook_subscriptions').execute())
  await use((db) => insertSubscription(db, createSecretBox([current]), createSecretBox([former])))
  assert.deepEqual(await listWarnings(t, other), [])
})

test('X-Forwarded-For from an address outside TRUST_PROXY is warned of once', async (t) => {
  const { app, logged } = await startApp(t, { environment: { TRUST_PROXY: '10.0.0.0/8' } })
  const send = (remoteAddress: string) =>
    ask(app, { url: '/health', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } })
  const countWarnings = () => logged().split('a request with X-Forwarded-For came from').length - 1
  await send('10.1.2.3')
  await ask(app, { url: '/health', remoteAddress: '198.51.100.1' })
  assert.equal(countWarnings(), 0)
  for (const address of ['198.51.100.1', '198.51.100.2', '10.1.2.3']) await send(address)
  assert.equal(countWarnings(), 1)
  assert.match(logged(), /"peer":"198\.51\.100\.1"/)
})
