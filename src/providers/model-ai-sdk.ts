import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { type Outcome, type WireCall, callModel } from './model-call.ts'
import { type Endpoint, openLanguageModel } from './model-endpoint.ts'
import type { Refusable } from './model-fault.ts'
import { type JudgeAnswer, JudgeDeclined, type JudgeRequest, type Model } from './model.ts'

export interface ModelOptions extends Endpoint {
  /** Of one exchange, its body included. */
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  /** Told once of each thing that the model can't do as asked. */
  onWarning?: (warning: string) => void
}

// Some models think before they call, and the thinking counts.
const maxOutputTokens = 3000
const temperature = 0

/** A language model behind either wire format. */
export function openModel(options: ModelOptions): Model {
  const { provider, baseUrl, name, timeoutMs, guard, onWarning = () => {} } = options
  const model = openLanguageModel(options)
  // Compatible servers are known to refuse what they don't know; the providers' own clients know who takes it.
  const isStrict = provider === 'anthropic' || baseUrl === null
  const refused = new Set<Refusable>()
  const told = new Set<string>()
  const warnOnce = (warning: string) => {
    if (!told.has(warning)) onWarning(warning)
    told.add(warning)
  }
  const fixed = { model, isStrict, temperature, timeoutMs, onWarning: warnOnce }

  // What a model refuses is learnt from its answers, once for all further calls; no attempt is spent on it.
  const exchange: Exchange = async (attempt, signal) => {
    for (;;) {
      const call = { ...fixed, ...attempt, refused: new Set(refused) }
      const outcome = await guard.run((abort) => callModel(call, abort), signal)
      if (outcome.kind !== 'refused') return outcome
      const { parameter } = outcome
      if (call.refused.has(parameter)) throw unusable(`refuses ${parameter}, which it was not sent`)
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

type Attempt = Pick<WireCall, 'request' | 'isForced' | 'isReminded' | 'maxOutputTokens'>
type Answered = Exclude<Outcome, { kind: 'refused' }>
type Exchange = (attempt: Attempt, signal: AbortSignal) => Promise<Answered>

/** The ladder of D23: the forced tool; once more what the first answer calls for; then no. */
async function ask(
  exchange: Exchange,
  { request, signal }: { request: JudgeRequest; signal: AbortSignal },
): Promise<JudgeAnswer> {
  const attempt = { request, isForced: true, isReminded: false, maxOutputTokens }
  const first = await exchange(attempt, signal)
  if (first.kind === 'answer') return first.answer
  const second = await exchange(again(attempt, first), signal)
  if (second.kind === 'answer') return second.answer
  if (first.kind === 'declined' && second.kind === 'declined')
    throw new JudgeDeclined('The model declined the content twice')
  throw unusable(`gave no valid call of its tool (${first.kind}, then ${second.kind})`)
}

/** Some servers silently drop a forced tool, and call it when they are left to choose and reminded. */
const again = (attempt: Attempt, { kind }: Answered): Attempt => ({
  ...attempt,
  isReminded: true,
  isForced: kind !== 'no call',
  maxOutputTokens: kind === 'truncated' ? maxOutputTokens * 2 : maxOutputTokens,
})

const unusable = (what: string) => new UpstreamError('model', 'request', `The model ${what}`)
