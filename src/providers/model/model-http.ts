import { Type } from 'typebox'
import type { Dispatcher } from 'undici'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { parseRetryAfterDate } from '../../platform/outbound/http-refusal.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { parseJson } from '../../platform/values.ts'
import { createCutEchoes, findComplaint, toExcerpt } from './complaint.ts'
import { type Adaptation, applyChange, type Dialect, type Endpoint, findDialect, maxOutputTokens } from './dialect.ts'
import { judgeFailure, type Meaning } from './judge-complaint.ts'
import { type Answer, readAnswer, toSpending } from './model-answer.ts'
import { JudgeDeclined, type JudgeRequest, type JudgeResponse, type Model } from './model.ts'
import { anthropicWire } from './wire-anthropic.ts'
import { openaiWire } from './wire-openai.ts'
import { type Fields, imagePlace, toFields, toList, toWord, type WireAnswer } from './wire.ts'

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

/** JSON, JSON with Python's numbers, or a stream's events joined to one answer. */
function parseBody(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  if (/^(?:data|event|id|retry)?:/.test(text.trimStart())) return joinEvents(text)
  return parseJson(text.replaceAll(/([:[,] ?)(?:NaN|-?Infinity)\b/g, '$1null'))
}

/** Some servers always stream. Undefined: no event holds JSON. */
function joinEvents(text: string): unknown {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  const events = lines
    .map((line) => toFields(parseJson(line.slice(5))))
    .filter((event) => Object.keys(event).length > 0)
  if (events.length === 0) return undefined
  const failed = events.find(({ error }) => error !== undefined && error !== null)
  if (failed) return failed
  return events.some(({ choices }) => choices !== undefined) ? joinChunks(events) : joinMessage(events)
}

/** Chunks of chat completions, whose arguments come in pieces. */
function joinChunks(events: Fields[]): Fields {
  const calls = new Map<string, { name: string; arguments: string }>()
  let finish: unknown = null
  for (const event of events) {
    const [choice = {}] = toList(event['choices'])
    finish = choice['finish_reason'] ?? finish
    toList(toFields(choice['delta'] ?? choice['message'])['tool_calls']).forEach((piece, at) => {
      const { index = at } = piece
      const key = JSON.stringify(index)
      const { name, arguments: more } = toFields(piece['function'])
      const call = calls.get(key) ?? { name: '', arguments: '' }
      const added = typeof more === 'string' ? more : JSON.stringify(more ?? '').replace(/^""$/, '')
      calls.set(key, { name: call.name || toWord(name), arguments: call.arguments + added })
    })
  }
  const message = { tool_calls: [...calls.values()].map((call) => ({ function: call })) }
  return { ...toOrigin(events), choices: [{ message, finish_reason: finish }] }
}

/** The message's start, its blocks in pieces, and changes at its end. */
function joinMessage(events: Fields[]): Fields {
  const blocks = new Map<string, Fields>()
  let message: Fields = {}
  for (const event of events) {
    const { type, index, content_block: block, delta } = event
    const key = JSON.stringify(index ?? 0)
    if (type === 'message_start') message = { ...toFields(event['message']) }
    if (type === 'content_block_start') blocks.set(key, { ...toFields(block), input: '' })
    if (type === 'content_block_delta') {
      const known = blocks.get(key) ?? {}
      blocks.set(key, { ...known, input: `${toPiece(known['input'])}${toPiece(toFields(delta)['partial_json'])}` })
    }
    if (type === 'message_delta')
      message = {
        ...message,
        ...toFields(delta),
        usage: { ...toFields(message['usage']), ...toFields(event['usage']) },
      }
  }
  return { ...message, content: [...blocks.values()] }
}

const toPiece = (piece: unknown): string => (typeof piece === 'string' ? piece : '')

/** The model's id and the token counts are in any of the events. */
const toOrigin = (events: Fields[]): Fields => ({
  model: events.map(({ model }) => model).find((model) => typeof model === 'string'),
  usage: events.findLast(({ usage }) => usage !== undefined && usage !== null)?.['usage'],
})

/** A face of 128×128 pixels, which every model that reads images can read. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACACAMAAAD04JH5AAAACVBMVEX/zTwgPHgUFBSm4agNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAABEElEQV' +
  'R42u3aMQ6DMBBE0Q/3P3SULkUCBnm8S/SndTGvwRLeZSsOAgQIECBAgAABAgQIeDCAj6wG8DWrABxkAYCThAEMJAhgMCEAF5IAQERApP4CgVT/' +
  'qIBY/6CAXP+YgGD/kIBk/4iAaP+AgGz/uaA9AMIC0v1nguYAiAt6AyAvaA2ABYLOAFgheB5gf4erZ3cABx0/Wo7OZgH2/XfL0ZmAJwKYC2AS4P' +
  'ZXMA1w8x6YCJh9FwoQIEAA2xrBJkCAPyZPBPh37AuJr2S+lLZ4rHZe0GBkUz+0qh/b1Q8u60e39cPr+vF9/QJDgxWO+iWWBms8DRaZGqxyNVhm' +
  '67DOt7lRKUCAAAECBAgQIEDAHwFehi4tdUMkR0UAAAAASUVORK5CYII='

/** Tells a provider's own faults from those of what callers send (D102). */
export const ownQuestion: JudgeRequest = {
  instructions:
    'You judge ideas for a mascot. Call the tool submit_score once, with a score from 0 to 100 and a reason.',
  text: 'Name: Night Shift Cat. Idea: a sleepy cat keeps watch on the moon, so that everybody else can sleep.',
  image: { bytes: Buffer.from(picture, 'base64'), mediaType: 'image/png' },
  tool: {
    name: 'submit_score',
    description: 'Submits the score.',
    schema: Type.Object({ score: Type.Number(), reason: Type.String() }, { additionalProperties: false }),
    accepts: () => true,
  },
  reminder: 'Answer only by calling the tool submit_score.',
}

type Watched = Pick<ProviderGuard, 'name' | 'state' | 'running' | 'waiting' | 'latencyMs' | 'run' | 'probe'>

/** Open when fewer than the quorum can be called. */
export function combineGuards(
  name: string,
  { guards: [first, ...others], quorum }: { guards: [ProviderGuard, ...ProviderGuard[]]; quorum: number },
): Watched {
  const all = [first, ...others]
  const sum = (count: (guard: ProviderGuard) => number) => all.reduce((total, guard) => total + count(guard), 0)
  const countBy = (states: string[]) => all.filter((guard) => states.includes(guard.state())).length
  return {
    name,
    run: first.run,
    state: () => {
      if (countBy(['closed', 'limited']) >= quorum) return 'closed'
      return countBy(['closed', 'limited', 'half-open']) >= quorum ? 'half-open' : 'open'
    },
    running: () => sum((guard) => guard.running()),
    waiting: () => sum((guard) => guard.waiting()),
    latencyMs: first.latencyMs,
    probe: null,
  }
}
