import { sql } from 'kysely'
import { type LaunchRow, insertLaunches, isRelayer, readLaunchesOf } from '../../src/creators/launch-index-store.ts'
import { findCursor } from '../../src/creators/reader-store.ts'
import type { Db } from '../../src/database/db.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { median, quantile } from '../lib/statistics.ts'
import { relayer, storeLaunches } from '../lib/stored-launches.ts'

const launches = 10_000_000
const maxMs = 5
const rounds = 2000
const warmUp = 50
const maxBytes = 400
/** How many launches a day the index must keep up with. */
const perDay = 100_000
const batches = 40
const batchSize = 500
/** As many as a creator's history is read to. */
const limit = 200

/** The launches of a wallet among ten million, on the server alone. */
export const creatorLookups: Benchmark = { name: 'creator-lookups', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const database = await place.openDatabase(opened)
  return database.use(async (db) => {
    await storeLaunches(db, launches)
    const bytes = await measureBytes(db)
    const wallets = await drawWallets(db)
    return [
      await measureLookups(db, 'the launches of a wallet', wallets),
      await measureLookups(db, '… of a wallet that never launched', wallets.map(toStranger)),
      await measureLookups(
        db,
        '… of a bot with a tenth of all launches',
        wallets.slice(0, 200).map(() => relayer),
      ),
      bytes,
      await measureInsertions(db),
    ]
  })
}

/** Wallets as the launches name them: those with many come up more often. */
async function drawWallets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select '0x' || encode(creator, 'hex') as wallet from indexed_launches tablesample system (0.1)
    where creator <> ${Buffer.from(relayer.slice(2), 'hex')} order by random() limit ${rounds}`.execute(db)
  return rows.map(({ wallet }) => wallet)
}

const toStranger = (wallet: string): string => `0x${wallet.slice(2).split('').toReversed().join('')}`

/** In turn with a read of one row by its key, which shows what the machine was like. */
async function measureLookups(db: Db, what: string, wallets: string[]): Promise<Measure> {
  const [times, ofOneRow]: number[][] = [[], []]
  for (const creator of wallets) {
    times?.push(await time(() => Promise.all([readLaunchesOf(db, { creator, limit }), isRelayer(db, creator)])))
    ofOneRow?.push(await time(() => findCursor(db, 8453)))
  }
  const [looked = [], read = []] = [times?.slice(warmUp), ofOneRow?.slice(warmUp)]
  const p99 = quantile(looked, 0.99)
  return {
    what: `${what}, of ${launches / 1e6} million: p99`,
    measured: `${p99.toFixed(1)} ms (p50 ${median(looked).toFixed(1)}; one row ${quantile(read, 0.99).toFixed(1)}, ${median(read).toFixed(1)})`,
    bound: `< ${maxMs} ms`,
    isMet: p99 < maxMs,
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function measureBytes(db: Db): Promise<Measure> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree('indexed_launches')
    where isleaf`.execute(db)
  const each = (rows[0]?.bytes ?? 0) / launches
  return {
    what: 'bytes of an indexed launch, with its indexes',
    measured: each.toFixed(0),
    bound: `< ${maxBytes}`,
    isMet: each < maxBytes,
  }
}

async function measureInsertions(db: Db): Promise<Measure> {
  const startedAt = performance.now()
  for (let n = 0; n < batches; n += 1) await insertLaunches(db, drawBatch(n))
  const perSecond = (batches * batchSize) / ((performance.now() - startedAt) / 1000)
  return {
    what: `storing new launches, ${batchSize} at a time, beside ${launches / 1e6} million`,
    measured: `${perSecond.toFixed(0)} a second`,
    bound: `> ${((10 * perDay) / 86_400).toFixed(0)} a second`,
    isMet: perSecond > (10 * perDay) / 86_400,
  }
}

const drawBatch = (batch: number): LaunchRow[] =>
  Array.from({ length: batchSize }, (_, n) => {
    const number = (batch * batchSize + n).toString(16)
    return {
      chainId: 8453,
      launchpad: 'clanker-v4',
      block: BigInt(launches + batch),
      logIndex: n,
      token: `0xee${number.padStart(38, '0')}`,
      creator: `0xcc${(n * 7919).toString(16).padStart(38, '0')}`,
      launchedAt: new Date(Date.now() - (batches - batch) * 1000),
      txHash: `0xdd${number.padStart(62, '0')}`,
    }
  })
