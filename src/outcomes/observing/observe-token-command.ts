import type { Deps } from '../../deps.ts'
import { type CommandResult, UsageError } from '../../platform/cli/command.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { findBinding, findBoundLaunch, findShownBinding } from '../binding/store.ts'
import { observeNow } from './observe-tokens.ts'
import type { NewObservation } from './store.ts'

const timeoutMs = 60_000

/** launchscore outcome look: one observation now, appended as any other. */
export async function observeTokenCommand(deps: Deps, id: string): Promise<CommandResult> {
  if (!isUuid(id)) throw new UsageError(`${id} is not the id of a binding, a score or an enrollment`)
  const { market } = deps
  if (!market) throw new Error('nothing is observed: MARKET_DATA_URL is not set')
  const bindingId = await findBindingId(deps, id.toLowerCase())
  const observation = await observeNow({ ...deps, market }, bindingId, AbortSignal.timeout(timeoutMs))
  if (observation === null) throw new Error('the service does not observe this token')
  if (observation instanceof UpstreamError)
    throw new Error(`the observation failed and will be tried again: ${observation.provider}: ${observation.message}`)
  const json = { bindingId, ...observation, seenAt: observation.seenAt.toISOString() }
  return { lines: [formatObservation(observation)], json }
}

async function findBindingId({ db }: Deps, id: string): Promise<string> {
  const binding = await findBinding(db, id)
  if (binding) return binding.id
  const launch = await findBoundLaunch(db, id)
  const shown = launch && (await findShownBinding(db, launch.submissionId))
  if (!shown) throw new Error(`no binding found for ${id}`)
  return shown.id
}

function formatObservation({ seenAt, state, depth, chainDepth, isPartial, buys, sells }: NewObservation): string {
  const figures = [
    depth !== null && `depth ${depth} USD${isPartial ? ' or more' : ''}`,
    chainDepth !== null && `chain depth ${chainDepth} USD`,
    buys !== null && `${buys} buys`,
    sells !== null && `${sells} sells`,
  ]
  return [seenAt.toISOString(), state, ...figures.filter((figure) => figure !== false)].join('  ')
}
