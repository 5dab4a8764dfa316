// Run with --expose-gc: prints by how many bytes memory has grown after many statements and image reads on the embedded
// database. The test of embedded memory starts it as a process of its own, whose memory holds nothing else.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'

interface Tables {
  images: { id: number; bytes: Buffer }
}

const folder = mkdtempSync(join(tmpdir(), 'launchscore-soak-'))
const { db, reads, close } = await openEmbeddedDb<Tables>(folder)

async function runStatements(count: number): Promise<void> {
  const row = 'x'.repeat(3000)
  for (let done = 0; done < count; done++) await sql`select ${row}::text as row`.execute(done % 2 ? db : reads)
}

async function readImages(count: number): Promise<void> {
  for (let done = 0; done < count; done++)
    await reads.selectFrom('images').select('bytes').where('id', '=', 1).executeTakeFirstOrThrow()
}

/** Buffers are only given back in the turns of the event loop after a collection. */
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  return process.memoryUsage.rss() // the database's thread included
}

try {
  await sql`create table images (id int primary key, bytes bytea not null)`.execute(db)
  await db
    .insertInto('images')
    .values({ id: 1, bytes: randomBytes(150_000) })
    .execute()
  await runStatements(5000) // until the heaps have grown to their usual size
  await readImages(500)
  const before = await usedBytes()
  await runStatements(20_000)
  await readImages(2000)
  process.stdout.write(`${JSON.stringify({ grownBytes: (await usedBytes()) - before })}\n`)
} finally {
  await close()
  rmSync(folder, { recursive: true })
}
