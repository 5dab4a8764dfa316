import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../platform/address.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { type PageRequest, checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { knownLaunch } from './known-launch.ts'
import { LaunchId, PageHistory } from './schemas.ts'
import { type EditRow, listEdits } from './store.ts'

/** GET /v1/launch/:id/page/history: who said what, when, and the signatures that prove it. */
export function listPageEditsRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'listPageEdits',
    summary: 'The signed edits of a launch page',
    tags: ['launches'],
    params: LaunchId,
    querystring: Type.Object(pageQuery),
    response: { 200: answer(PageHistory, 'Newest first'), 304: unchanged, ...errorAnswers(400, 404, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: tagAnswer }
  app.get('/v1/launch/:id/page/history', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    return listPageEdits(reads, request.params.id, pageRequest(request.query))
  })
}

/** Throws `not_found`. */
export async function listPageEdits(db: Deps['reads'], id: string, request: PageRequest): Promise<PageHistory> {
  const { enrollmentId, creatorAddress } = await knownLaunch(db, id)
  const rows = await listEdits(db, enrollmentId, request)
  const { page, nextCursor } = pageOf(rows, request.limit, (row) => ({ at: row.issuedAt, id: row.id }))
  return { edits: page.map((row) => answeredEdit(row, creatorAddress)), limit: request.limit, nextCursor }
}

const answeredEdit = (row: EditRow, creatorAddress: string): PageHistory['edits'][number] => ({
  fields: row.fields,
  issuedAt: row.issuedAt.toISOString(),
  editedAt: row.editedAt.toISOString(),
  creatorAddress: toChecksumAddress(creatorAddress),
  message: row.message,
  signature: `0x${row.signature.toString('hex')}`,
  verified: { by: row.by, chainId: numberOrNull(row.chainId), block: numberOrNull(row.block) },
})

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))
