// The sender that the benchmark compares with, written on pg-boss as its documentation suggests: workers fetch batches,
// continue at once while batches are full, and settle each delivery separately, with its attempt for the log. It promises
// less than our worker: a slow endpoint delays its batch, and there is no pause for retries. (pg-boss's group limits would
// help with slow endpoints, but cost more than half of its speed.) Batch size and concurrency are the fastest of 100, 250
// and 500 jobs for 2, 4 and 8 workers.
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import { Agent, request } from 'undici'
import type { Database } from '../../src/database/db.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { createSignedHeaders } from '../../src/webhooks/signing.ts'

export interface BossJob {
  subscriptionId: string
  event: string
  body: string
}

export const queue = 'deliveries'

const batchSize = 500
const localConcurrency = 2
const deadlineMs = 10_000

async function send(): Promise<void> {
  const { DATABASE_URL: connectionString = '', ENCRYPTION_KEY: key = '' } = process.env
  const boss = new PgBoss({ connectionString, max: 10 })
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`))
  await boss.start()
  await boss.createQueue(queue, { retryLimit: 4, retryDelay: 60, expireInSeconds: 60 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }) })
  const box = createSecretBox([Buffer.from(key, 'base64')])
  const agent = new Agent({ connections: 8 })

  const toSubscriptions = async (jobs: Job<BossJob>[]) => {
    const ids = [...new Set(jobs.map(({ data }) => data.subscriptionId))]
    const rows = await db
      .selectFrom('webhook_subscriptions')
      .select(['id', 'endpoint', 'secret'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, endpoint, secret }) => [id, { endpoint, secret: box.open(secret, id) }] as const))
  }
  const post = async (
    { id, data: { event, body } }: Job<BossJob>,
    { endpoint, secret }: { endpoint: string; secret: string },
  ) => {
    const at = new Date()
    const headers = createSignedHeaders({ serviceName: 'Launchscore', event, deliveryId: id, body, secret, at })
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await request(endpoint, { dispatcher: agent, method: 'POST', headers, body, signal })
    await response.body.text()
    return { startedAt: at.toISOString(), durationMs: Date.now() - at.getTime(), status: response.statusCode }
  }
  const options = {
    batchSize,
    localConcurrency,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
    perJobResults: true,
  } as const
  await boss.work<BossJob>(queue, options, async (jobs) => {
    const subscriptions = await toSubscriptions(jobs)
    const settle = async (job: Job<BossJob>): Promise<JobResult> => {
      const subscription = subscriptions.get(job.data.subscriptionId)
      if (!subscription) return { id: job.id, status: 'deadletter' }
      try {
        const output = await post(job, subscription)
        return { id: job.id, status: output.status < 300 ? 'completed' : 'failed', output }
      } catch (error) {
        return { id: job.id, status: 'failed', output: { error: (error as Error).message } }
      }
    }
    return Promise.all(jobs.map(settle))
  })
  process.send?.('ready')
}

if (import.meta.main) await send()
