import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { knownLaunch } from './known-launch.ts'
import { normalisePageEdit } from './normalise-page-edit.ts'
import { pageMessage } from './page-message.ts'
import { LaunchId, PageDraft, PageMessage } from './schemas.ts'

type MessageDeps = Pick<Deps, 'config' | 'reads' | 'clock'>

/** POST /v1/launch/:id/page/message: the text that a creator signs for an edit. It stores nothing. */
export function getPageMessageRoute(app: App, deps: MessageDeps) {
  const schema = {
    operationId: 'getPageMessage',
    summary: 'The text to sign for an edit of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PageDraft),
    response: { 200: answer(PageMessage, 'What to sign'), ...errorAnswers(400, 404, 413, 415, 500) },
  }
  app.post('/v1/launch/:id/page/message', { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return getPageMessage(deps, request.params.id, request.body)
  })
}

async function getPageMessage({ config, reads, clock }: MessageDeps, id: string, draft: Static<typeof PageDraft>) {
  const edit = normalisePageEdit(draft, clock.now())
  const { scoreId } = await knownLaunch(reads, id)
  return { ...pageMessage({ ...edit, scoreId, ...config, domain: config.enrollmentDomain }), fields: edit.fields }
}
