import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { buildApp } from '../../src/main/routes.ts'
import { parseConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/db.ts'
import { openDeps } from '../../src/main/open-deps.ts'

/** The OpenAPI document of the service with nothing configured. Asks no database. */
export async function describeService(): Promise<object> {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const database = { db, reads: db, migrations: db, close: () => db.destroy() }
  const { deps, close } = await openDeps(parseConfig({ LOG_LEVEL: 'silent' }), { database })
  const app = await buildApp(deps)
  const document = app.swagger()
  await app.close()
  await close()
  const unlisted = [...JSON.stringify(document).matchAll(/"\$ref":"([^#"][^"]*)#?"/g)].map(([, name]) => name)
  if (unlisted.length > 0) throw new Error(`No plugin lists ${[...new Set(unlisted)].join(', ')} in its schemas`)
  return document
}
