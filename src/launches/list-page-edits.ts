import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { type PageRequest, checkLimit, toPage, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { resolveLaunch } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { PageHistory } from '../../contract/schemas/launch.ts'
import { type EditRow, listEdits } from './store.ts'

export function listPageEditsRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listPageEdits',
    summary: 'List the signed edits of a launch page',
    tags: ['launches'],
    params: LaunchId,
    querystring: Type.Object(pageQuery),
    response: { 200: response(PageHistory, 'Newest first'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/v1/launch/:id/page/history', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    return listPageEdits(reads, request.params.id, pageRequest(request.query))
  })
}

/** Throws `not_found` and `hidden`. */
export async function listPageEdits(db: Deps['reads'], id: string, request: PageRequest): Promise<PageHistory> {
  const { enrollmentId, creatorAddress } = await resolveLaunch(db, id)
  const rows = await listEdits(db, enrollmentId, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.issuedAt, id: row.id }))
  return { edits: page.map((row) => toEditResponse(row, creatorAddress)), limit: request.limit, nextCursor }
}

const toEditResponse = (row: EditRow, creatorAddress: string): PageHistory['edits'][number] => ({
  fields: row.fields,
  issuedAt: row.issuedAt.toISOString(),
  editedAt: row.editedAt.toISOString(),
  creatorAddress: toChecksumAddress(creatorAddress),
  message: row.message,
  signature: `0x${row.signature.toString('hex')}`,
  verified: { by: row.by, chainId: numberOrNull(row.chainId), block: numberOrNull(row.block) },
})

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))
