import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { parseNonzeroAddress } from '../../contract/address.ts'
import { ref } from '../../contract/schema.ts'
import { ScoreTakedown, TakedownReason } from '../../contract/schemas/admin.ts'
import { Takedown } from '../../contract/schemas/operations.ts'
import { ScoreId } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { hide, parseReason, type TakedownTarget, toTakedownResponse, unhide } from '../scoring/take-down.ts'

const CreatorAddress = Type.Object({ address: Type.String({ description: 'The creator’s wallet address' }) })

const common = {
  tags: ['admin'],
  body: ref(TakedownReason),
  response: {
    200: response(Takedown, 'The new entry in the log'),
    ...errorResponses(400, 401, 404, 409, 413, 415, 500, 503),
  },
}

/** Applies to all scores of a submission (D78). */
export function takeDownScoreRoutes(app: App, deps: Deps) {
  const params = ScoreId
  const hiding = {
    operationId: 'hideScore',
    summary: 'Take down a score and all other scores of the same launch by its creator',
    description:
      'Reads then respond 451 `hidden` with the reason, lists omit the scores, and the image is deleted unless a visible score uses it. The creator’s new submissions with this name and ticker get 451. With `identity`, so do anybody’s with this name, ticker and picture.',
    body: ref(ScoreTakedown),
  }
  app.post('/v1/admin/scores/:id/hide', { schema: { ...common, params, ...hiding } }, (request) => {
    const { identity: isForEverybody = false } = request.body
    return run(deps, hide, { scoreId: request.params.id.toLowerCase(), isForEverybody }, request)
  })
  const showing = {
    operationId: 'unhideScore',
    summary: 'Restore a hidden score',
    description:
      'Ends every take-down that covers the score’s submission, except that of its creator. A deleted image stays deleted until somebody submits it again.',
  }
  app.post('/v1/admin/scores/:id/unhide', { schema: { ...common, params, ...showing } }, (request) =>
    run(deps, unhide, { scoreId: request.params.id.toLowerCase() }, request),
  )
}

/** Applies to all launches of a wallet (D78). */
export function takeDownCreatorRoutes(app: App, deps: Deps) {
  const params = CreatorAddress
  const hiding = {
    operationId: 'hideCreator',
    summary: 'Take down all launches of a creator, and refuse new ones',
    description: 'Takes down every submission that names the wallet. New ones get 451 `hidden`.',
  }
  app.post('/v1/admin/creators/:address/hide', { schema: { ...common, params, ...hiding } }, (request) =>
    run(deps, hide, toCreator(request.params.address), request),
  )
  const showing = {
    operationId: 'unhideCreator',
    summary: 'Restore a hidden creator',
    description: 'Scores that are hidden by themselves stay hidden.',
  }
  app.post('/v1/admin/creators/:address/unhide', { schema: { ...common, params, ...showing } }, (request) =>
    run(deps, unhide, toCreator(request.params.address), request),
  )
}

type TakedownRequest = Pick<FastifyRequest, 'operator'> & { body: { reason: string } }

async function run(deps: Deps, change: typeof hide, target: TakedownTarget, request: TakedownRequest) {
  const parsed = parseReason(request.body.reason)
  if ('fault' in parsed) throw badField('reason', parsed.fault)
  return toTakedownResponse(await change(deps, { target, reason: parsed.reason, actor: request.operator ?? 'admin' }))
}

function toCreator(text: string): TakedownTarget {
  const parsed = parseNonzeroAddress(text)
  if ('fault' in parsed) throw badField('address', parsed.fault)
  return { creatorAddress: parsed.address }
}
