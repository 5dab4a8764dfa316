import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { type Seeded, seedLaunches } from './seed-launches.ts'

/** An observation as the series of the fixtures hold it; `t` in hours since trading began. */
export interface SeededObservation {
  t: number
  state: 'seen' | 'absent' | 'uncounted'
  depth?: number | null
  partial?: boolean
  chainDepth?: number | null
  buys?: number
  sells?: number
  volume?: number
  removal?: { share: number; by: string }
  cannotSell?: boolean
}

export interface Series {
  name: string
  observations: SeededObservation[]
  expected: {
    outcomes: Record<string, { outcome: string; cause: string | null }>
    graduatedAt: number | null
  }
}

export const listSeries = (): Series[] =>
  (
    JSON.parse(readFileSync(new URL('./fixtures/outcomes/series.json', import.meta.url), 'utf8')) as {
      series: Series[]
    }
  ).series

export interface Followed extends Seeded {
  bindingId: string
  tradingSince: Date
}

const hourMs = 3_600_000
let seeded = 0

/** A launch that was scored, enrolled and launched, and whose token has been observed; `tradingSince` null: no market. */
export async function seedFollowed(
  db: Db,
  {
    observations,
    tradingSince,
    points = 80,
  }: { observations: SeededObservation[]; tradingSince: Date; points?: number },
): Promise<Followed> {
  seeded += 1
  const creatorAddress = `0x${seeded.toString(16).padStart(40, 'c')}`
  const enrolledAt = new Date(tradingSince.getTime() - 48 * hourMs)
  const [launch] = await seedLaunches(db, [{ creatorAddress, name: `Frog ${seeded}`, points, enrolledAt }])
  if (!launch) throw new Error('nothing was seeded')
  await sql`update scores set created_at = ${enrolledAt} where id = ${launch.score.id}`.execute(db)
  const bindingId = randomUUIDv7()
  await sql`
    insert into token_bindings (id, score_id, submission_id, chain_id, token, creator_address, state, origin, creation_tx,
      creation_block, created_block_at, bound_at, enrollment_id)
    select ${bindingId}, score_id, submission_id, 8453, ${`0x${seeded.toString(16).padStart(40, 'd')}`}, ${creatorAddress},
      'proven', 'found', '0x01', 1, ${new Date(tradingSince.getTime() - hourMs)}, ${tradingSince}, id
    from enrollments where id = ${launch.enrollmentId}`.execute(db)
  await sql`insert into token_proofs (binding_id, kind, tx_hash, block_number, shown_at)
    values (${bindingId}, 'deployed', '0x01', 1, ${tradingSince})`.execute(db)
  await sql`insert into watches (binding_id, trading_since, next_look_at)
    values (${bindingId}, ${tradingSince}, ${tradingSince})`.execute(db)
  await insertObservations(db, bindingId, tradingSince, observations)
  return { ...launch, bindingId, tradingSince }
}

export async function insertObservations(
  db: Db,
  bindingId: string,
  since: Date,
  observations: SeededObservation[],
): Promise<void> {
  for (const observation of observations)
    await sql`
      insert into observations (binding_id, seen_at, state, depth, is_partial, chain_depth, buys, sells, volume, pairs,
        counted, removal_share, removal_by, removal_tx, cannot_sell, source)
      values (${bindingId}, ${new Date(Math.round(since.getTime() + observation.t * hourMs))}, ${observation.state},
        ${observation.depth ?? null}, ${observation.partial ?? false}, ${observation.chainDepth ?? null}, ${observation.buys ?? null},
        ${observation.sells ?? null}, ${observation.volume ?? null}, 1, ${observation.state === 'seen' ? 1 : 0}, ${observation.removal?.share ?? null},
        ${observation.removal?.by ?? null}, ${observation.removal ? '0x02' : null}, ${observation.cannotSell ?? null}, 'dexscreener')`.execute(
      db,
    )
}

/** A sealed day without rows: 2026-01-01. */
export async function sealEmptyDay(db: Db): Promise<void> {
  await sql`insert into record_days (day, lines, bytes, file_digest, digest, sealed_at)
    values ('2026-01-01', 0, 0, ${Buffer.alloc(32, 1)}, ${Buffer.alloc(32, 2)}, '2026-01-02')`.execute(db)
}
