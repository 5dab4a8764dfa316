import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import { createLaunchNotFoundError } from '../enrollment/resolve-launch.ts'
import { findLaunch } from '../enrollment/store.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { normalisePageEdit } from './normalise-page-edit.ts'
import { buildPageMessage } from './page-message.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { PageDraft, PageMessage } from '../../contract/schemas/launch.ts'

export function getPageMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getPageMessage',
    summary: 'Fetch the text to sign for an edit of a launch page',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PageDraft),
    response: { 200: response(PageMessage, 'The text to sign'), ...errorResponses(400, 404, 413, 415, 451, 500) },
  }
  app.post('/v1/launch/:id/page/message', { schema }, (request) =>
    getPageMessage(deps, request.params.id, request.body),
  )
}

async function getPageMessage({ config, reads, clock }: Deps, id: string, draft: Static<typeof PageDraft>) {
  const launch = await findLaunch(reads, id)
  const edit = normalisePageEdit(draft, { launch, now: clock.now() })
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  return {
    ...buildPageMessage({ ...edit, scoreId: launch.scoreId, ...config, domain: config.enrollmentDomain }),
    fields: edit.fields,
  }
}
