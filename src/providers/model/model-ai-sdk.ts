import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { createImagePlaces } from './image-places.ts'
import { type CallOutcome, type WireCall, callModel } from './model-call.ts'
import { type Endpoint, createLanguageModel } from './model-endpoint.ts'
import type { Refusable } from './model-fault.ts'
import { type JudgeResponse, JudgeDeclined, type JudgeRequest, type Model } from './model.ts'

export interface ModelOptions extends Endpoint {
  /** The timeout of one exchange, its body included. */
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  /** Called once for each parameter that the model rejects. */
  onWarning?: (warning: string) => void
  /** Called for each answer, usable or not. */
  onAnswer?: (kind: Finished['kind']) => void
  /** Called when the name resolves to another model id than in the response before. */
  onModelChange?: (change: { from: string; to: string; isNew: boolean }) => void
}

// Some models reason before the call, and that counts too.
const maxOutputTokens = 3000
const temperature = 0

/** A language model with either wire format. */
export function createModel(options: ModelOptions): Model {
  const { provider, baseUrl, name, timeoutMs, guard, onWarning = () => {}, onAnswer = () => {} } = options
  const images = createImagePlaces()
  const model = createLanguageModel(options, images)
  // Compatible servers reject unknown parameters; the providers' own clients know which model takes them.
  const isStrict = provider === 'anthropic' || baseUrl === null
  const refused = new Set<Refusable>()
  const told = new Set<string>()
  const warnOnce = (warning: string) => {
    if (!told.has(warning)) onWarning(warning)
    told.add(warning)
  }
  const noteModel = watchModel(options.onModelChange)
  const fixed = { model, images, isStrict, temperature, timeoutMs, onWarning: warnOnce }

  // A rejected parameter is learnt once from the response for all further calls, and costs no attempt. It is learnt again by each
  // process: that costs one request without tokens, and a model that takes it some day gets it again.
  const exchange: Exchange = async (attempt, signal) => {
    for (;;) {
      const call = { ...fixed, ...attempt, refused: new Set(refused) }
      const outcome = await guard.run((abort) => callModel(call, abort), signal)
      if (outcome.kind !== 'refused') {
        onAnswer(outcome.kind)
        if (outcome.kind === 'response') noteModel(outcome.response.resolvedModel)
        return outcome
      }
      const { parameter } = outcome
      if (call.refused.has(parameter)) throw createUnusableResponseError(`refuses ${parameter}, which it was not sent`)
      refused.add(parameter)
      warnOnce(`refused: ${parameter}`)
    }
  }

  return {
    provider,
    name,
    parameters: { temperature, maxOutputTokens, isStrict },
    judge: (request, signal) => ask(exchange, { request, signal }),
  }
}

/** A gateway may alternate between models: `isNew` is true only for the first response of each. */
function watchModel(onChange: ModelOptions['onModelChange'] = () => {}) {
  const seen = new Set<string>()
  let last: string | null = null
  return (to: string) => {
    if (last !== null && last !== to) onChange({ from: last, to, isNew: !seen.has(to) })
    if (seen.size >= maxSeen) seen.clear()
    seen.add(to)
    last = to
  }
}

const maxSeen = 100

type Attempt = Pick<WireCall, 'request' | 'isForced' | 'isReminded' | 'maxOutputTokens'>
type Finished = Exclude<CallOutcome, { kind: 'refused' }>
type Exchange = (attempt: Attempt, signal: AbortSignal) => Promise<Finished>

/** The steps of D23: a forced tool call; one retry adapted to the first response; then a refusal. */
async function ask(
  exchange: Exchange,
  { request, signal }: { request: JudgeRequest; signal: AbortSignal },
): Promise<JudgeResponse> {
  const attempt = { request, isForced: true, isReminded: false, maxOutputTokens }
  const first = await exchange(attempt, signal)
  if (first.kind === 'response') return first.response
  const second = await exchange(again(attempt, first), signal)
  if (second.kind === 'response') return second.response
  if (first.kind === 'declined' && second.kind === 'declined')
    throw new JudgeDeclined('The model declined the content twice')
  throw createUnusableResponseError(`gave no valid call of its tool (${first.kind}, then ${second.kind})`)
}

/** Some servers silently drop a forced tool, but call it when it is optional and a reminder asks for it. */
const again = (attempt: Attempt, { kind }: Finished): Attempt => ({
  ...attempt,
  isReminded: true,
  isForced: kind !== 'no call',
  maxOutputTokens: kind === 'truncated' ? maxOutputTokens * 2 : maxOutputTokens,
})

const createUnusableResponseError = (what: string) => new UpstreamError('model', 'request', `The model ${what}`)
