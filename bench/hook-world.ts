import type { Db } from '../src/deps.ts'
import { systemClock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openSecretBox } from '../src/platform/secret-box.ts'
import { envelopeOf } from '../src/webhooks/outbox.ts'
import type { Bench } from './benchmark.ts'
import { type Forked, startForked } from './processes.ts'

const encryptionKey = Buffer.alloc(32, 7)

export interface HookWorld {
  db: Db
  receiver: Forked
  /** What points a sender at the database, and lets it reach the receiver. */
  environment: NodeJS.ProcessEnv
  /** The address of the receiver that an endpoint's number gives: each is an origin of its own. */
  endpointOf: (n: number, path?: string) => string
}

/** A database and a receiver in a process of its own, which many endpoints lead to. */
export async function openHookWorld({ place, opened }: Bench, endpoints: number): Promise<HookWorld> {
  const database = await place.openDatabase(opened)
  const { ready: port, ...receiver } = await startForked(opened, 'bench/hook-receiver.ts', {})
  const hostOf = (n: number) => `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}:${Number(port)}`
  const environment = {
    ...database.environment,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    OUTBOUND_ALLOW: Array.from({ length: endpoints }, (_, n) => hostOf(n)).join(','),
  }
  const db = await database.use(async (db) => db)
  return { db, receiver, environment, endpointOf: (n, path = '/hook') => `http://${hostOf(n)}${path}` }
}

/** Subscriptions to `score.created`, one for each endpoint; their ids. */
export async function storeSubscriptions({ db }: HookWorld, endpoints: string[]): Promise<string[]> {
  const box = openSecretBox([encryptionKey])
  const owner_id = systemRandom.uuid()
  const rows = endpoints.map((endpoint) => {
    const id = `sub_${systemRandom.uuid().replaceAll('-', '')}`
    const secret = box.seal('a-secret-for-the-benchmark-of-webhooks', id)
    return { id, owner_id, endpoint, events: ['score.created'], secret, created_at: new Date() }
  })
  await db.insertInto('webhook_subscriptions').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** The event of a score, as a scoring makes it. */
export const makeEvent = () =>
  envelopeOf({ clock: systemClock, random: systemRandom }, 'score.created', {
    scoreId: systemRandom.uuid(),
    aggregate: 71.25,
    band: 'green',
    hasStubs: false,
    contractAddress: null,
    createdAt: new Date().toISOString(),
  })
