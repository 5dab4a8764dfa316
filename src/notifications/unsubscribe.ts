import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { knownLaunch } from '../launches/known-launch.ts'
import { LaunchId } from '../launches/schemas.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { errorAnswers } from '../platform/schema.ts'
import { deleteSubscription } from './subscription-store.ts'

const Params = Type.Object({
  ...LaunchId.properties,
  subscriptionId: Type.String({ format: 'uuid', description: 'What the opt-in was answered with' }),
})

const forgotten = Type.Unsafe<undefined>({ type: 'null', description: 'Forgotten' })

/** DELETE /v1/launch/:id/subscriptions/:subscriptionId: opts out. Who knows the id may. */
export function unsubscribeRoute(app: App, { db, reads }: Pick<Deps, 'db' | 'reads'>) {
  const schema = {
    operationId: 'unsubscribe',
    summary: 'Be told of a launch no more',
    tags: ['launches'],
    params: Params,
    response: { 204: forgotten, ...errorAnswers(400, 404, 413, 415, 500) },
  }
  app.delete('/v1/launch/:id/subscriptions/:subscriptionId', { schema }, async (request, reply) => {
    const { enrollmentId } = await knownLaunch(reads, request.params.id)
    const id = request.params.subscriptionId
    if (!(await deleteSubscription(db, { id, enrollmentId })))
      throw new ApiError('not_found', 'This launch has no such subscription.')
    return reply.code(204).send()
  })
}
