import type { Deps } from '../deps.ts'
import { toApiKey } from '../keys/to-api-key.ts'
import { listKeyRows } from '../keys/store.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { AdminKeys } from '../../contract/schemas/admin.ts'

export function listApiKeysRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'listAdminKeys',
    summary: 'List all API keys',
    tags: ['admin'],
    response: { 200: response(AdminKeys, 'The keys'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/api-keys', { schema }, async () => {
    const rows = await listKeyRows(db)
    return { keys: rows.map(toApiKey) }
  })
}
