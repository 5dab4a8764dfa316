import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { createLaunchNotFoundError } from '../enrollment/resolve-launch.ts'
import { findLaunch } from '../enrollment/store.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses } from '../platform/http/schema.ts'
import { deletePushSubscription } from './subscription-store.ts'

const Params = Type.Object({
  ...LaunchId.properties,
  subscriptionId: Type.String({ format: 'uuid', description: 'The `id` from the response to the subscription' }),
})

const deleted = Type.Unsafe<undefined>({ type: 'null', description: 'The subscription was deleted' })

export function unsubscribeRoute(app: App, { db, reads }: Deps) {
  const schema = {
    operationId: 'unsubscribe',
    summary: 'Unsubscribe a browser from a launch’s notifications',
    tags: ['launches'],
    params: Params,
    response: { 204: deleted, ...errorResponses(400, 404, 413, 415, 500) },
  }
  app.delete('/v1/launch/:id/subscriptions/:subscriptionId', { schema }, async (request, reply) => {
    const launch = await findLaunch(reads, request.params.id) // also of a hidden one
    if (!launch) throw createLaunchNotFoundError()
    const { enrollmentId } = launch
    const id = request.params.subscriptionId
    if (!(await deletePushSubscription(db, { id, enrollmentId })))
      throw new ApiError('not_found', 'This launch has no subscription with this id.')
    return reply.code(204).send()
  })
}
