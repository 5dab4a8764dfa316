import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import type { OutsideWorld } from './outside-world.ts'
import type { BenchDatabase } from './places.ts'
import { startService } from './processes.ts'
import { openScorer } from './scorer.ts'

/** Has launch 0 scored and stores its score `count` times under new ids, which it returns. No service runs then. */
export async function storeScores(database: BenchDatabase, world: OutsideWorld, count: number): Promise<string[]> {
  const id = await scoreOne(database, world)
  const copies = Array.from({ length: count }, () => randomUUIDv7())
  await database.use((db) => copyScore(db, { id, copies }))
  return copies
}

async function scoreOne(database: BenchDatabase, world: OutsideWorld): Promise<string> {
  await using opened = new AsyncDisposableStack()
  const service = await startService(opened, { ...database.environment, ...world.environment })
  return (await openScorer(opened, service, world)(0)).id
}

const copiesAtOnce = 2000

async function copyScore(db: Db, { id, copies }: { id: string; copies: string[] }): Promise<void> {
  for (let from = 0; from < copies.length; from += copiesAtOnce)
    await sql`insert into scores (id, submission_id, rescored_from, aggregate_x100, band, has_stubs, prompt_version,
        prompt_name, prompt_major, contract_address, body, evidence, created_at)
      select copy, submission_id, rescored_from, aggregate_x100, band, has_stubs, prompt_version, prompt_name,
        prompt_major, contract_address, replace(body, ${id}, copy::text), evidence, created_at
      from scores, unnest(${copies.slice(from, from + copiesAtOnce)}::uuid[]) as copies (copy)
      where id = ${id}`.execute(db)
  await sql`vacuum analyze scores`.execute(db)
}
