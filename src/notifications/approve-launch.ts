import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { LaunchApproval } from '../../contract/schemas/notification.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { resolveLaunch } from '../launches/resolve-launch.ts'
import { type CommandResult, getActor, UsageError } from '../platform/cli/command.ts'
import type { App } from '../platform/http/app.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { type Approval, insertApproval } from './approval-store.ts'

export function approveLaunchRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'approveLaunch',
    summary: 'Approve a launch for the operator’s channels',
    description:
      'With `NOTIFY_ANNOUNCE=approved`, only approved launches are announced on Discord, Telegram and by e-mail. An approval stays; approving again returns the first one.',
    tags: ['admin'],
    params: LaunchId,
    body: emptyBody,
    response: {
      200: response(LaunchApproval, 'The approval'),
      ...errorResponses(400, 401, 404, 413, 415, 451, 500, 503),
    },
  }
  app.post('/v1/admin/launches/:id/approve', { schema }, (request) => {
    // Set by the operators' routes, which are above this module.
    const { operator } = request as { operator?: string | null }
    return approve(deps, { id: request.params.id, actor: operator ?? 'admin' }).then(toResponse)
  })
}

async function approve({ db, clock, log }: Deps, { id, actor }: { id: string; actor: string }) {
  const { enrollmentId } = await resolveLaunch(db, id)
  const approval = await insertApproval(db, { enrollmentId, actor, approvedAt: clock.now() })
  log.info({ enrollmentId, operator: actor }, 'launch approved')
  return approval
}

const toResponse = ({ enrollmentId, actor, approvedAt }: Approval) => ({
  enrollmentId,
  approvedBy: actor,
  approvedAt: approvedAt.toISOString(),
})

/** launchscore launch approve */
export async function approveLaunchCommand(deps: Deps, id: string): Promise<CommandResult> {
  if (!isUuid(id)) throw new UsageError(`${id} is not the id of a launch or of a score`)
  const approval = await approve(deps, { id: id.toLowerCase(), actor: getActor() })
  const json = toResponse(approval)
  return { lines: [`launch ${json.enrollmentId} is approved by ${json.approvedBy} since ${json.approvedAt}`], json }
}
