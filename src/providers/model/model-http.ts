import type { Dispatcher } from 'undici'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { parseRetryAfterDate } from '../../platform/outbound/http-refusal.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { findComplaint } from './complaint.ts'
import { type Adaptation, type Dialect, applyChange, maxOutputTokens } from './dialect.ts'
import { createCutEchoes, toExcerpt } from './echoes.ts'
import { type Meaning, judgeFailure } from './judge-complaint.ts'
import { type Answer, readAnswer, toSpending } from './model-answer.ts'
import { type Endpoint, findDialect } from './model-catalogue.ts'
import { type JudgeResponse, JudgeDeclined, type JudgeRequest, type Model } from './model.ts'
import { ownQuestion } from './own-question.ts'
import { anthropicWire } from './wire-anthropic.ts'
import { parseBody } from './parse-body.ts'
import { openaiWire } from './wire-openai.ts'
import { type WireAnswer, imagePlace, toFields } from './wire.ts'

export interface ModelOptions extends Endpoint {
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  onWarning?: (warning: string) => void
  onAnswer?: (kind: Finished['kind']) => void
  /** Called with the provider's words when it blames the content. */
  onBlame?: (blame: { on: 'image' | 'text'; reason: string }) => void
  /** Called when the name resolves to another model id than before. */
  onModelChange?: (change: { from: string; to: string; isNew: boolean }) => void
  dispatcher?: Dispatcher
}

/** A hundred times the maximum of tokens. */
const maxResponseBytes = 2_000_000

export function createModel(options: ModelOptions): Model {
  const { provider, baseUrl, name, timeoutMs, guard, onWarning = () => {}, onAnswer = () => {} } = options
  const wire = provider === 'anthropic' ? anthropicWire : openaiWire
  const post = createGetJson({
    provider: 'model',
    timeoutMs,
    maxBytes: maxResponseBytes,
    isTraced: true,
    parse: (text) => parseBody(text) ?? text,
    ...(options.dispatcher && { dispatcher: options.dispatcher }),
  })
  const line: Line = {
    ...options,
    wire,
    post,
    url: new URL(`${(baseUrl ?? wire.baseUrl).replace(/\/$/, '')}${wire.path}`),
  }
  let dialect = findDialect(options)
  const told = new Set<string>()
  const noteModel = watchModel(options.onModelChange)

  // A complaint is learnt, and costs no attempt, once the request without the parameter succeeds, so repeated words of
  // a request teach nothing.
  const exchange = async (attempt: Attempt, run: Run): Promise<Finished> => {
    const adaptations: Adaptation[] = []
    const tried = new Set<string>()
    for (;;) {
      const spoken = adaptations.reduce((adapted, { change }) => applyChange(adapted, change), dialect)
      tried.add(JSON.stringify(spoken))
      const outcome = await run((signal) => callModel(line, { ...attempt, dialect: spoken }, signal))
      if (outcome.kind === 'refused') {
        if (tried.has(JSON.stringify(applyChange(spoken, outcome.adaptation.change)))) throw outcome.error
        adaptations.push(outcome.adaptation)
        continue
      }
      onAnswer(outcome.kind)
      if (outcome.kind === 'blamed') options.onBlame?.({ on: outcome.on, reason: outcome.reason })
      // A filter, or a server that can't read the content, answered before the parameters mattered.
      for (const { parameter, change } of isOfContent(outcome) ? [] : adaptations) {
        dialect = applyChange(dialect, change)
        const warning = parameter.includes('=') ? `set: ${parameter}` : `refused: ${parameter}`
        if (!told.has(warning)) onWarning(warning)
        told.add(warning)
      }
      if (outcome.kind === 'response') noteModel(outcome.response.resolvedModel)
      return outcome
    }
  }

  return {
    provider,
    name,
    // Part of the key of stored samples: what was asked for, whatever a server takes of it.
    parameters: { temperature: 0, maxOutputTokens, isStrict: provider === 'anthropic' || baseUrl === null },
    judge: (request, signal) => ask((attempt) => exchange(attempt, (call) => guard.run(call, signal)), request),
    probe: (signal) => probe((attempt) => exchange(attempt, (call) => call(signal))),
  }
}

/** A gateway may alternate: `isNew` is true only for the first response of each model. */
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

interface Attempt {
  request: JudgeRequest
  isForced: boolean
  isReminded: boolean
  maxOutputTokens: number
}

type Outcome = Answer | Exclude<Meaning, { kind: 'fault' }>
type Finished = Exclude<Outcome, { kind: 'refused' }>
type Run = (call: (signal: AbortSignal) => Promise<Outcome>) => Promise<Outcome>
type Exchange = (attempt: Attempt) => Promise<Finished>

const first = (request: JudgeRequest): Attempt => ({ request, isForced: true, isReminded: false, maxOutputTokens })

/** The steps of D23: a forced call; one adapted retry; then a refusal. */
async function ask(exchange: Exchange, request: JudgeRequest): Promise<JudgeResponse> {
  const attempt = first(request)
  const one = await exchange(attempt)
  if (one.kind === 'response') return one.response
  const two = await exchange(again(attempt, one))
  if (two.kind === 'response') return two.response
  if (one.kind === 'blamed' && isOfContent(two))
    throw new JudgeDeclined(`The model’s provider rejected the ${one.on} twice`, one.on)
  if (one.kind === 'declined' && isOfContent(two)) throw new JudgeDeclined('The model declined the content twice')
  throw createUnusableResponseError(`gave no valid call of its tool (${one.kind}, then ${two.kind})`)
}

const isOfContent = ({ kind }: Finished): boolean => kind === 'declined' || kind === 'blamed'

/** Some servers silently drop a forced tool, but call it when it is optional and a reminder asks for it. */
const again = (attempt: Attempt, { kind }: Finished): Attempt => ({
  ...attempt,
  isReminded: true,
  isForced: kind !== 'no call',
  maxOutputTokens: kind === 'truncated' ? maxOutputTokens * 2 : maxOutputTokens,
})

/** A provider that calls the tool here works, whatever a caller sent. */
async function probe(exchange: Exchange): Promise<void> {
  const attempt = first(ownQuestion)
  const one = await exchange(attempt)
  const { kind } = isCall(one) ? one : await exchange(again(attempt, one))
  if (kind === 'response' || kind === 'invalid call') return
  throw new UpstreamError('model', 'plan', `The model does not judge the service’s own image and text (${kind})`)
}

const isCall = ({ kind }: Finished): boolean => kind === 'response' || kind === 'invalid call'

const createUnusableResponseError = (what: string) => new UpstreamError('model', 'request', `The model ${what}`)

interface Line extends Pick<ModelOptions, 'name' | 'apiKey'> {
  wire: typeof openaiWire
  post: ReturnType<typeof createGetJson>
  url: URL
}

/** Throws `UpstreamError`, or the signal's reason. */
async function callModel(line: Line, attempt: Attempt & { dialect: Dialect }, signal: AbortSignal): Promise<Outcome> {
  const { wire, post, url, name, apiKey } = line
  const { request, isForced, isReminded } = attempt
  const forcing = isForced || attempt.dialect.forcing === null ? attempt.dialect.forcing : 'auto'
  const dialect: Dialect = { ...attempt.dialect, forcing }
  const texts = isReminded ? [request.text, request.reminder] : [request.text]
  const most = Math.min(attempt.maxOutputTokens, dialect.maxTokens ?? Infinity)
  const body = wire.toBody({ name, request, dialect, texts, maxOutputTokens: most })
  const startedAt = performance.now()
  const headers = wire.toHeaders(apiKey, dialect)
  const response = await post({ url, headers, post: encode(body, request.image?.bytes) }, signal)
  const latencyMs = Math.round(performance.now() - startedAt)
  const { status, isTooLarge } = response
  if (isTooLarge) throw new UpstreamError('model', 'unavailable', `The model responded with ${status} and too much`)
  const content = unwrap(response.body)
  const isAnswered = status >= 200 && status < 300 && typeof content === 'object'
  const answer = isAnswered ? wire.read(toFields(content)) : null
  if (answer) request.onSpent?.(toSpending(name, answer.usage))
  const requestId = response.headers['x-request-id'] ?? response.headers['request-id']
  const asked = { name, request, isForced: forcing === 'named' || forcing === 'any', requestId, latencyMs }
  const read = answer && readAnswer(answer, asked)
  if (read) return read
  if (status >= 200 && status < 300 && !isAnswered)
    throw new UpstreamError('model', 'unavailable', `The model responded with ${status} and no JSON`)
  const meaning = judgeFailure(toFailure(response, { content, answer, request, dialect, apiKey }))
  if (meaning.kind === 'fault') throw meaning.error
  return meaning
}

const envelopes = ['data', 'result', 'response', 'output', 'body']

/** Some gateways wrap everything in an array or object. */
function unwrap(given: unknown): unknown {
  const body = Array.isArray(given) && given.length === 1 ? (given as unknown[])[0] : given
  const fields = toFields(body)
  if ('choices' in fields || 'content' in fields) return body
  const inner = envelopes.map((name) => toFields(fields[name])).find((one) => 'choices' in one || 'content' in one)
  return inner ?? body
}

/** Encodes without the image, whose base64 would be written twice otherwise. */
function encode(body: object, image: Buffer | undefined): Buffer {
  const text = JSON.stringify(body)
  const place = JSON.stringify(imagePlace).slice(1, -1)
  const at = image ? text.indexOf(place) : -1
  if (!image || at === -1) return Buffer.from(text)
  const base64 = Buffer.from(image.toString('base64'), 'latin1')
  return Buffer.concat([Buffer.from(text.slice(0, at)), base64, Buffer.from(text.slice(at + place.length))])
}

interface Failed {
  content: unknown
  answer: WireAnswer | null
  request: JudgeRequest
  dialect: Dialect
  apiKey: string | null
}

function toFailure({ status, headers }: JsonResponse, { content, answer, request, dialect, apiKey }: Failed) {
  // The model's own words are no complaint, so only the error of an answer is read.
  const said = answer ? answer.error : content
  const complaint = findComplaint(said, createCutEchoes(request))
  return {
    status,
    complaint,
    dialect,
    hasImage: request.image !== undefined,
    excerpt: toExcerpt(complaint.texts, apiKey),
    waitMs: toWaitMs(headers),
  }
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, relative to the response's own date. */
function toWaitMs(headers: JsonResponse['headers']): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact && Number.isFinite(Number(exact))) return Math.max(0, Number(exact))
  const told = headers['retry-after']?.trim()
  if (!told) return undefined
  if (/^\d+(\.\d+)?$/.test(told)) return Number(told) * 1000
  const waitMs = parseRetryAfterDate(headers)
  return waitMs === null ? undefined : Math.max(0, waitMs)
}
