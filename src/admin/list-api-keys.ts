import type { Deps } from '../deps.ts'
import { shownKey } from '../keys/shown-key.ts'
import { listKeyRows } from '../keys/store.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { AdminKeys } from './schemas.ts'

/** GET /v1/admin/api-keys: all issued keys, never the keys themselves nor their hashes. */
export function listApiKeysRoute(app: App, { db }: Pick<Deps, 'db'>) {
  const schema = {
    operationId: 'listAdminKeys',
    summary: 'All API keys',
    tags: ['admin'],
    response: { 200: answer(AdminKeys, 'The keys'), ...errorAnswers(401, 500, 503) },
  }
  app.get('/v1/admin/api-keys', { schema }, async () => {
    const rows = await listKeyRows(db)
    return { keys: rows.map(shownKey) }
  })
}
