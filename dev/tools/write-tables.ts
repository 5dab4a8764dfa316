// Writes src/database/tables.ts from the migrations.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import { describeTables } from './table-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'launchscore-tables-'))
const { migrations, close } = await openEmbeddedDb(folder)
await migrate(migrations, migrationsFolder)
writeFileSync(new URL('../../src/database/tables.ts', import.meta.url), await describeTables(migrations))
await close()
rmSync(folder, { recursive: true })
