import type { Db } from '../../src/database/db.ts'
import { systemClock } from '../../src/platform/time.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { toEnvelope } from '../../src/webhooks/outbox.ts'
import type { Bench } from './benchmark.ts'
import { type Forked, startForked } from './processes.ts'

const encryptionKey = Buffer.alloc(32, 7)

export interface HookWorld {
  db: Db
  receiver: Forked
  /** Gives a sender the database, and access to the receiver. */
  environment: NodeJS.ProcessEnv
  /** The address of an endpoint. Each endpoint is a separate origin. */
  toEndpoint: (n: number, path?: string) => string
}

/** Opens a database, and a receiver process behind many endpoints. */
export async function openHookWorld({ place, opened }: Bench, endpoints: number): Promise<HookWorld> {
  const database = await place.openDatabase(opened)
  const { ready: port, ...receiver } = await startForked(opened, 'bench/lib/hook-receiver.ts', {})
  const getHost = (n: number) => `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}:${Number(port)}`
  const environment = {
    ...database.environment,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    OUTBOUND_ALLOW: Array.from({ length: endpoints }, (_, n) => getHost(n)).join(','),
  }
  const db = await database.use(async (db) => db)
  return { db, receiver, environment, toEndpoint: (n, path = '/hook') => `http://${getHost(n)}${path}` }
}

/** Stores a subscription to `score.created` for each endpoint. Returns the ids. */
export async function storeSubscriptions({ db }: HookWorld, endpoints: string[]): Promise<string[]> {
  const box = createSecretBox([encryptionKey])
  const owner_id = systemRandom.uuid()
  const rows = endpoints.map((endpoint) => {
    const id = `sub_${systemRandom.uuid().replaceAll('-', '')}`
    const secret = box.seal('a-secret-for-the-benchmark-of-webhooks', id)
    return { id, owner_id, endpoint, events: ['score.created'], secret, created_at: new Date() }
  })
  await db.insertInto('webhook_subscriptions').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Makes the event that a scoring stores. */
export const makeEvent = () => ({
  scoreId: systemRandom.uuid(),
  audienceId: null,
  ...toEnvelope({ clock: systemClock, random: systemRandom }, 'score.created', {
    scoreId: systemRandom.uuid(),
    aggregate: 71.25,
    band: 'green',
    hasStubs: false,
    contractAddress: null,
    createdAt: new Date().toISOString(),
  }),
})
