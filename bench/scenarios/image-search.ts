import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { recallFeatures } from '../../src/scoring/memory/store.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { quantile } from '../lib/statistics.ts'

const images = 1_000_000
/** A tenth of the images share two bands of their fingerprints, as drawings of one kind do. */
const skewed = images / 10
const maxMs = 10
const rounds = 500

/** How long it takes to find near-identical images among a million. */
export const imageSearch: Benchmark = { name: 'image-search', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  const database = await place.openDatabase(opened)
  return database.use(async (db) => {
    await storeFeatures(db)
    return [
      await measureSearch(db, 'an image that is stored', sql`position <= ${images - skewed}`),
      await measureSearch(db, '… of the skewed tenth', sql`position > ${images - skewed}`),
    ]
  })
}

async function storeFeatures(db: Db): Promise<void> {
  await sql`
    insert into image_looks (image_hash, picture_key, fingerprint, band_0, band_1, band_2, band_3, thumbnail, detail, created_at)
    select n::text, n::text, (d::bigint << 48) | (c::bigint << 32) | (b::bigint << 16) | a::bigint, a, b, c, d, '\\x00', 1, now()
    from (select n,
      case when n > ${images - skewed} then 4660 else floor(random() * 65536)::integer end as a,
      case when n > ${images - skewed} then 22136 else floor(random() * 65536)::integer end as b,
      floor(random() * 65536)::integer as c, floor(random() * 65536)::integer as d
      from generate_series(1, ${images}::integer) as n) as drawn`.execute(db)
  await sql`vacuum analyze image_looks`.execute(db)
}

async function measureSearch(db: Db, what: string, condition: ReturnType<typeof sql>): Promise<Measure> {
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from image_looks where ${condition} order by random() limit ${rounds}`.execute(db)
  const asked = { imageHash: 'asked', thumbnail: Buffer.alloc(1), detail: 1, middle: null, createdAt: new Date() }
  const times: number[] = []
  for (const { fingerprint } of rows) {
    const start = performance.now()
    await recallFeatures(db, { ...asked, fingerprint: BigInt(fingerprint) ^ 0b100000000000010000000000000000100000n }) // three bits differ
    times.push(performance.now() - start)
  }
  const p99 = quantile(times, 0.99)
  return {
    what: `${what}, of ${images / 1e6} million: p99`,
    measured: `${p99.toFixed(1)} ms (p50 ${quantile(times, 0.5).toFixed(1)})`,
    bound: `< ${maxMs} ms`,
    isMet: p99 < maxMs,
  }
}
