import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '../../src/database/db.ts'
import { makeLaunchPartitions } from '../../src/creators/launch-partitions.ts'
import { withoutIndexes } from './stored-rankings.ts'

/** A bot that launched a tenth of all tokens. */
export const relayer = `0x${'b0'.repeat(20)}`

/**
 * Stores launches of the last year on four chains: a tenth by one bot, the others by wallets of which most have few and some
 * have hundreds. Made inside the server, without the indexes that would see every row.
 */
export async function storeLaunches(db: Db, count: number): Promise<void> {
  await makeLaunchPartitions({ db, clock: { now: () => new Date() } })
  await db.connection().execute(async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    await withoutIndexes(connection, 'indexed_launches', () => insertLaunches(connection, count))
    await sql`vacuum analyze indexed_launches`.execute(connection)
    await sql`reset all`.execute(connection)
  })
}

async function insertLaunches(db: Kysely<Database>, count: number): Promise<void> {
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    insert into indexed_launches (chain_id, block, log_index, tx_hash, launchpad, token, creator, launched_at)
    select (array[4663, 4663, 8453, 56, 1])[1 + n % 5], n, 0, ${toBytes(sql`'x' || n`, 32)}, 'clanker-v4',
      ${toBytes(sql`'t' || n`, 20)},
      case when n % 10 = 0 then ${Buffer.from(relayer.slice(2), 'hex')} else ${toBytes(sql`'c' || wallet`, 20)} end,
      launched_at
    from (select n, floor(random() ^ 3 * ${count / 4}::int)::int as wallet,
        date_trunc('second', now() - interval '365 days' * random()) as launched_at
      from generate_series(1, ${count}::int) as n) as drawn`.execute(db)
}

/** The same bytes for the same text, at most 32 of them. */
const toBytes = (text: ReturnType<typeof sql>, length: number) =>
  sql`substr(decode(md5(${text}) || md5('again' || ${text}), 'hex'), 1, ${sql.lit(length)})`
