import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshAddress } from '../world/fresh-address.ts'
import { until } from '../world/waiting.ts'
import { verdict } from '../world/model.ts'
import { issueKey } from './journeys.ts'
import { quantile, startProbe } from './probe.ts'
import { createScope } from './scope.ts'
import { measureSlowness } from './slowness.ts'
import { startStrangers } from './strangers.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'

const inFlight = 200
const modelMs = 2000
const attackMs = 7_000
/** Starved reads wait for seconds. The bound of 150 ms on a quiet machine is a benchmark's matter. */
const maxReadMs = 500
const maxHonestMs = 5000

/**
 * The scorings in flight. Node accepts one connection per turn of its loop, so a response on a new connection also says
 * that the strangers' connections, which were made before, are accepted: the times below are not those of a full backlog.
 */
async function countScorings(target: Target): Promise<number> {
  const { text } = await send(target, freshAddress(), { path: '/metrics', headers: { connection: 'close' } })
  return Number(/^launchscore_admission_running\{queue="scorings"\} (\d+)$/m.exec(text)?.[1])
}

for (const database of databases)
  void describe(`more scorings than the machine can make (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      target = await startTarget(scope, { database, world: { model: { judge: verdict, delayMs: modelMs } } })
    })
    after(scope.close)

    test('with 200 scorings in flight, reads stay fast and key holders are served', async (t) => {
      const slowness = await measureSlowness()
      const { body } = await score(target, freshAddress())
      const headers = { authorization: `Bearer ${await issueKey(target, 'enterprise')}` }
      const strangers = startStrangers(scope, target, 3 * inFlight)
      await until(async () => (await countScorings(target)) >= inFlight)
      const probe = startProbe(target.url, `/v1/score/${body.id}/percentile`)
      const endsAt = performance.now() + attackMs
      const honest: number[] = []
      while (performance.now() < endsAt) {
        const since = performance.now()
        const { status, text } = await score(target, freshAddress(), {}, { headers })
        assert.equal(status, 201, text)
        honest.push(performance.now() - since - modelMs)
      }
      const [reads, made] = await Promise.all([probe.stop(), strangers.stop()])
      const [p99, slowest] = [quantile(reads, 0.99), quantile(honest, 1)].map(Math.round)
      t.diagnostic(
        `${reads.length} reads, p99 ${p99} ms; honest scores at most ${slowest} ms above the model; ${made} others`,
      )
      assert.ok(made > inFlight)
      assert.ok(Number(p99) < maxReadMs * slowness, `p99 of reads: ${p99} ms`)
      assert.ok(Number(slowest) < maxHonestMs * slowness, `an honest score waited ${slowest} ms`)
    })
  })
