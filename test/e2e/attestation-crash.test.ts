import assert from 'node:assert/strict'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { toScoreKey } from '../../contract/verification/claim.ts'
import type { Db } from '../../src/database/db.ts'
import { systemClock } from '../../src/platform/time.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { type AttestingWorld, attestationsOn, startAttesting } from '../world/attesting.ts'
import { type KillPoint, killPoints } from '../servers/kill-points.ts'
import { type OutlastingDb, openOutlastingDb } from '../world/database.ts'
import { type ServiceProcess, startService } from '../servers/processes.ts'
import { seedScore } from '../world/seed.ts'
import { until } from '../world/waiting.ts'
import { makeDeps, oneChain } from '../world/deps.ts'

const skip = !hasAnvil() && 'there is no anvil for this platform'

test('kill -9 at each of six points leaves each score attested once', { skip, timeout: 400_000 }, async (t) => {
  const world = await startAttesting(t, { options: ['--block-time', '0.2', '--slots-in-an-epoch', '1'] })
  const store = await openOutlastingDb(t)
  const ids = await store.use((db) => seedScores(db, killPoints.length))
  for (const [index, point] of killPoints.entries()) {
    const service = await startMortal(t, { store, world, point })
    if (index > 0) await publishUntilDone(service, ids[index - 1] ?? '')
    await dieWhilePublishing(service, ids[index] ?? '')
  }
  const service = await startMortal(t, { store, world })
  for (const id of ids) await publishUntilDone(service, id)
  service.process.kill('SIGKILL')
  await once(service.process, 'exit')
  await assertOnce({ world, store, ids })
})

const seedScores = async (db: Db, count: number): Promise<string[]> => {
  const deps = makeDeps({ db, clock: systemClock, random: systemRandom, ...oneChain({}) })
  const ids: string[] = []
  while (ids.length < count)
    ids.push(await seedScore(deps, { creatorAddress: '0xa11ce00000000000000000000000000000000001' }))
  return ids
}

const startMortal = (
  t: TestContext,
  { store, world, point }: { store: OutlastingDb; world: AttestingWorld; point?: KillPoint },
): Promise<ServiceProcess> => {
  const cache = join(tmpdir(), 'launchscore-compiled')
  const settings = { DISPATCH_INTERVAL_SECONDS: '1', NODE_COMPILE_CACHE: cache, DIE_AT: point }
  return startService(
    t,
    { ...store.environment, ...world.environment, ...settings },
    'test/servers/attesting-service.ts',
  )
}

const publish = ({ url }: ServiceProcess, id: string) => fetch(`${url}/v1/score/${id}/publish`, { method: 'POST' })

const publishUntilDone = (service: ServiceProcess, id: string): Promise<void> =>
  until(async () => {
    const { status } = await publish(service, id)
    assert.ok([200, 201, 202].includes(status), String(status))
    return status !== 202
  })

async function dieWhilePublishing(service: ServiceProcess, id: string): Promise<void> {
  const gone = once(service.process, 'exit')
  service.process.kill('SIGUSR2')
  await Promise.allSettled([publish(service, id)])
  const [code, signal] = (await gone) as [number | null, string | null]
  assert.deepEqual([code, signal], [null, 'SIGKILL'])
}

async function assertOnce({ world, store, ids }: { world: AttestingWorld; store: OutlastingDb; ids: string[] }) {
  const onChain = await attestationsOn(world)
  assert.equal(onChain.length, ids.length)
  assert.deepEqual(new Set(onChain.map(({ claim }) => claim?.scoreKey)), new Set(ids.map(toScoreKey)))
  assert.equal(await world.chain.getTransactionCount({ address: world.attester }), ids.length + 1) // and the schema
  await store.use(async (db) => {
    const stored = await db.selectFrom('attestations').select(['uid']).execute()
    assert.deepEqual(new Set(stored.map(({ uid }) => uid)), new Set(onChain.map(({ uid }) => uid)))
    const events = await db.selectFrom('outbox').select('body').where('event', '=', 'attestation.published').execute()
    assert.equal(events.length, ids.length)
  })
}
