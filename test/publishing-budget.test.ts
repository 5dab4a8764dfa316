import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { runCommand } from '../src/main/commands.ts'
import { type AttestingApp, register, startAttestingApp, attestationsOn } from './world/attesting.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { type TestResponse, ask, startReplica } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { seedScore } from './world/seed.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'
const getErrorCode = ({ status, body }: TestResponse) => [status, body.error?.code]
const noon = '2026-11-21T12:00:00.000Z'

async function start(t: TestContext, environment: Record<string, string>) {
  const clock = handClock(noon)
  const started = await startAttestingApp(t, { clock, environment })
  await register(started)
  let wallets = 0
  /** A final score of a creator of its own, unless one is named. */
  const seed = (creatorAddress = `0xa11ce${String((wallets += 1)).padStart(35, '0')}`) =>
    seedScore(started.deps, { creatorAddress })
  return { ...started, clock, seed, publishFrom: publishFrom(started) }
}

const publishFrom =
  ({ app }: Pick<AttestingApp, 'app'>) =>
  (scoreId: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    ask(app, { method: 'POST', url: `/v1/score/${scoreId}/publish`, remoteAddress, headers })

test('POST publish: a network has a share of the gas, renewed at midnight', { skip }, async (t) => {
  const { seed, publishFrom, clock, deps } = await start(t, { CHAIN_DAILY_GAS: '8000000' })
  assert.equal((await publishFrom(await seed(), '203.0.113.7')).status, 201)
  const second = await seed()
  const refused = await publishFrom(second, '203.0.113.7')
  assert.deepEqual(getErrorCode(refused), [503, 'unavailable'])
  assert.equal(refused.headers['retry-after'], String(12 * 3600))
  assert.match(refused.body.error.message, /^Your share of today’s gas/)
  assert.equal((await publishFrom(second, '203.0.113.8')).status, 201)
  clock.moveTo('2026-11-22T00:00:01.000Z')
  assert.equal((await publishFrom(await seed(), '203.0.113.7')).status, 201)
  const stored = JSON.stringify(await deps.db.selectFrom('attestation_jobs').selectAll().execute())
  assert.ok(!stored.includes('203.0.113'), 'an address is stored')
})

test('POST publish: the keys of a lineage have one share of the gas', { skip }, async (t) => {
  const { deps, seed, publishFrom } = await start(t, { CHAIN_DAILY_GAS: '8000000' })
  const run = async (...args: string[]) => JSON.parse((await runCommand(deps, ['keys', ...args, '--json'])).stdout)
  const old = await run('issue', '--tier', 'free', '--label', 'Acme', '--owner', 'ops')
  assert.equal((await publishFrom(await seed(), '203.0.113.7', { authorization: `Bearer ${old.key}` })).status, 201)
  const successor = await run('rotate', old.prefix)
  const refused = await publishFrom(await seed(), '203.0.113.8', { authorization: `Bearer ${successor.key}` })
  assert.deepEqual(getErrorCode(refused), [503, 'unavailable'])
  assert.match(refused.body.error.message, /^Your share of today’s gas/)
})

test('POST publish: the networks of an IPv6 site have a share of the gas together', { skip }, async (t) => {
  const { seed, publishFrom } = await start(t, { CHAIN_DAILY_GAS: '8000000' })
  const codes: (number | undefined)[] = []
  for (let network = 1; network <= 6; network += 1)
    codes.push((await publishFrom(await seed(), `2001:db8:1:${network}::1`)).status)
  assert.equal(codes[0], 201)
  assert.ok(codes.includes(503), codes.join())
  assert.equal((await publishFrom(await seed(), '2001:db8:2:1::1')).status, 201)
})

test('POST publish: a creator has a share of the gas', { skip }, async (t) => {
  const { seed, publishFrom } = await start(t, { CHAIN_DAILY_GAS: '8000000' })
  const creator = '0xa11ce00000000000000000000000000000000001'
  assert.equal((await publishFrom(await seed(creator), '203.0.113.7')).status, 201)
  const refused = await publishFrom(await seed(creator), '203.0.113.8')
  assert.deepEqual(getErrorCode(refused), [503, 'unavailable'])
  assert.match(refused.body.error.message, /^This creator’s share/)
})

test('POST publish: scores that are not enrolled use at most half of the gas', { skip }, async (t) => {
  const { app, deps, seed, publish } = await start(t, { CHAIN_DAILY_GAS: '1300000' })
  assert.equal((await publish(await seed())).status, 201)
  const refused = await publish(await seed())
  assert.deepEqual(getErrorCode(refused), [503, 'unavailable'])
  const scoreId = await seedScore(deps, { creatorAddress: ada.address })
  assert.equal((await enroll(app, { scoreId, wallet: ada })).status, 201)
  assert.equal((await publish(scoreId)).status, 201)
})

test('POST publish: concurrent replicas stay within the gas budget', { skip }, async (t) => {
  const one = await start(t, { CHAIN_DAILY_GAS: '1800000' })
  const other = await startReplica(t, one.deps, { environment: one.environment, clock: one.clock })
  const ids = await Promise.all(Array.from({ length: 6 }, () => one.seed()))
  const responses = await Promise.all(
    ids.map((id, n) => ask(n % 2 ? one.app : other.app, { method: 'POST', url: `/v1/score/${id}/publish` })),
  )
  const codes = responses.map(getErrorCode).map(([status, code]) => `${status} ${code ?? ''}`.trim())
  assert.deepEqual(codes.toSorted(), ['201', '201', ...Array<string>(4).fill('503 unavailable')])
  assert.equal((await attestationsOn(one)).length, 2)
})

test('PUBLISH_REQUIRES=enrolled: 409 for a score that is not enrolled', { skip }, async (t) => {
  const { app, deps, seed, publish } = await start(t, { PUBLISH_REQUIRES: 'enrolled' })
  const refused = await publish(await seed())
  assert.deepEqual(getErrorCode(refused), [409, 'conflict'])
  assert.match(refused.body.error.message, /creator must enroll/)
  const risky = await seedScore(deps, { creatorAddress: bob.address, points: 10 })
  assert.match((await publish(risky)).body.error.message, /risk signal/)
  const scoreId = await seedScore(deps, { creatorAddress: bob.address })
  await enroll(app, { scoreId, wallet: bob })
  assert.equal((await publish(scoreId)).status, 201)
  assert.equal((await publish(scoreId)).status, 200)
})

test('PUBLISH_REQUIRES=key: 401 without an API key', { skip }, async (t) => {
  const { deps, seed, publishFrom } = await start(t, { PUBLISH_REQUIRES: 'key' })
  const issue = ['keys', 'issue', '--tier', 'free', '--label', 'Acme', '--owner', 'ops', '--json']
  const { key } = JSON.parse((await runCommand(deps, issue)).stdout)
  const scoreId = await seed()
  const bare = await publishFrom(scoreId, '203.0.113.7')
  assert.deepEqual([...getErrorCode(bare), bare.headers['www-authenticate']], [401, 'unauthorized', 'Bearer'])
  const wrong = await publishFrom(scoreId, '203.0.113.7', { authorization: 'Bearer lsc_live_no' })
  assert.deepEqual(getErrorCode(wrong), [401, 'unauthorized'])
  const preliminary = await seedScore(deps, { creatorAddress: bob.address, hasStubs: true })
  const holder = { authorization: `Bearer ${key}` }
  assert.deepEqual(getErrorCode(await publishFrom(preliminary, '203.0.113.7', holder)), [409, 'has_stubs'])
  assert.deepEqual(getErrorCode(await publishFrom(preliminary, '203.0.113.7')), [409, 'has_stubs'])
  assert.equal((await publishFrom(scoreId, '203.0.113.7', holder)).status, 201)
  assert.equal((await publishFrom(scoreId, '203.0.113.7')).status, 200, 'a repeated request costs no gas')
})

test('PUBLISH_REQUIRES=anyone: 401 for an invalid API key', { skip }, async (t) => {
  const { seed, publishFrom } = await start(t, {})
  const refused = await publishFrom(await seed(), '203.0.113.7', { authorization: 'Bearer lsc_live_no' })
  assert.deepEqual(getErrorCode(refused), [401, 'unauthorized'])
})
