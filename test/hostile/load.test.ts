import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { freshAddress } from '../world/fresh-address.ts'
import { until } from '../world/waiting.ts'
import { verdict } from '../world/model.ts'
import { issueKey } from './journeys.ts'
import { quantile, startProbe } from './probe.ts'
import { type Scope, createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'

const inFlight = 200
const modelMs = 2000
const attackMs = 7_000
/** Starved reads wait for seconds. The bound of 150 ms on a quiet machine is a benchmark's matter. */
const maxReadMs = 500
const maxHonestMs = 5000

/**
 * The scorings in flight, in the service and in its scorer. Node accepts one connection per turn of its loop, so a
 * response on a new connection also says that the strangers' connections, which were made before, are accepted: the
 * times below are not those of a full backlog.
 */
async function countScorings(target: Target): Promise<number> {
  const { text } = await send(target, freshAddress(), { path: '/metrics', headers: { connection: 'close' } })
  const ofProcesses = text.matchAll(/^launchscore_admission_running\{queue="scorings"[^}]*\} (\d+)$/gm)
  return [...ofProcesses].reduce((sum, [, count]) => sum + Number(count), 0)
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
      assert.ok(made > 0, 'no stranger got a score')
      assert.ok(Number(p99) < maxReadMs * slowness, `p99 of reads: ${p99} ms`)
      assert.ok(Number(slowest) < maxHonestMs * slowness, `an honest score waited ${slowest} ms`)
    })
  })

/** The time that the work takes on the machine for which the bounds were set: two cores with nothing else running. */
const referenceMs = 60
const cores = 2

/**
 * How many times as long this machine takes for a fixed piece of work, on two cores at once; at least 1. A bound in
 * milliseconds is multiplied by it, so that a slow or busy machine isn't taken for a slow service.
 */
async function measureSlowness(): Promise<number> {
  const taken = await Promise.all(Array.from({ length: cores }, measure))
  return Math.max(1, Math.max(...taken) / referenceMs)
}

async function measure(): Promise<number> {
  const worker = new Worker(new URL('./slowness-worker.ts', import.meta.url))
  const [ms] = (await once(worker, 'message')) as [number]
  return ms
}

/** Keeps `count` strangers scoring from a thread of their own; `stop` resolves to the number of scores they got. */
function startStrangers(scope: Scope, { url, imagesUrl }: Target, count: number) {
  const workerData = { url, imagesUrl, count }
  const worker = new Worker(new URL('./strangers-worker.ts', import.meta.url), { workerData })
  scope.after(() => worker.terminate().then(() => {}))
  return {
    stop: () =>
      new Promise<number>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}
