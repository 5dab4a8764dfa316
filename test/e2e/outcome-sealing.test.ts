import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keccak256, toBytes } from 'viem'
import type { Db } from '../../src/database/db.ts'
import { firstDigest, chainDigest } from '../../src/record/rules/day-file.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { seedWatches } from '../world/seed.ts'
import { openOutlastingDb } from '../world/database.ts'
import { startService } from '../servers/processes.ts'
import { until } from '../world/waiting.ts'

const days = 40

/** Observations on each of many days, so that a process seals for a while. */
async function seedDays(db: Db): Promise<void> {
  const [row] = await seedWatches(db, 1)
  await sql`
    insert into observations (binding_id, seen_at, state, is_partial, pairs, counted, source)
    select ${row?.bindingId ?? ''}, now() - day * interval '1 day' - observation * interval '1 second', 'absent', false, 0, 0,
      'dexscreener'
    from generate_series(2, ${days}::int) as day, generate_series(1, 300) as observation`.execute(db)
}

interface Sealed {
  day: string
  lines: number
  digest: Buffer
  text: string
}

const readSealed = async (db: Db): Promise<Sealed[]> =>
  (
    await sql<Sealed>`
      select d.day::text as day, d.lines, d.digest,
        (select string_agg(content, '' order by part) from record_day_parts p where p.day = d.day) as text
      from record_days d order by d.day`.execute(db)
  ).rows

test('kill -9 while days are sealed loses and doubles no row of the record', async (t) => {
  const store = await openOutlastingDb(t)
  await store.use((db) => seedDays(db))
  const environment = { ...store.environment, MARKET_DATA_URL: 'http://127.0.0.1:9', TRUST_PROXY: '127.0.0.1' }
  const counts: number[] = []
  for (const least of [1, 15, days]) {
    const { process: child, url } = await startService(t, environment)
    await until(async () => {
      // Each request as a new caller, so that no limit stops them.
      const headers = { 'x-forwarded-for': freshAddress() }
      const response = await fetch(`${url}/api/v1/track-record/days?limit=500`, { headers })
      return ((await response.json()) as { days: object[] }).days.length >= least
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    counts.push((await store.use((db) => readSealed(db))).length)
  }
  t.diagnostic(`days sealed at each kill: ${counts.join(', ')}`)
  assert.ok((counts[0] ?? days) < days, 'the first process was killed in the middle')
  const sealed = await store.use((db) => readSealed(db))
  let digest = firstDigest
  for (const { text, lines, digest: stored } of sealed) {
    digest = chainDigest(digest, keccak256(toBytes(text ?? '')))
    assert.equal(`0x${stored.toString('hex')}`, digest)
    assert.equal((text ?? '').split('\n').length - 1, lines)
  }
  const observations = sealed.flatMap(({ text }) =>
    (text ?? '').split('\n').filter((line) => line.includes('"observation"')),
  )
  assert.equal(observations.length, (days - 1) * 300)
  assert.equal(new Set(observations).size, observations.length)
  assert.equal(new Set(sealed.map(({ day }) => day)).size, sealed.length)
})
