import type { Detail } from '../../../../contract/schema.ts'
import { isReadable, normaliseText } from '../../../../contract/text.ts'
import { parseAddress } from '../../../../contract/address.ts'
import { findLinkType, type Link, maxLinks } from '../../../../contract/links.ts'
import { parseXHandle } from '../../../../contract/x-handle.ts'
import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import { type FieldName, formWords } from '../../words/form.ts'
import { pickWords } from '../../words/language.ts'
import { type Fault, signText, walletFault } from '../wallet/sign.ts'
import { randomKey, withWait } from '../../browser/ask.ts'
import { keepInTab, rememberDraft, toSignatureName } from '../../browser/tab-storage.ts'
import type { Connected } from '../wallet/use-wallets.ts'

export type Draft = Record<FieldName, string>
/** The faults, by field. */
export type Faults = Partial<Record<FieldName, Fault | undefined>>

/** In the order of the form. */
export const fieldNames: FieldName[] = [
  'name',
  'symbol',
  'creatorAddress',
  'imageUrl',
  'description',
  'xHandle',
  'links',
  'contractAddress',
]

export const emptyDraft: Draft = {
  name: '',
  symbol: '',
  description: '',
  imageUrl: '',
  xHandle: '',
  links: '',
  creatorAddress: '',
  contractAddress: '',
}

/** The texts of a submission that was scored before. */
export function toDraft({ links, ...submission }: Partial<ScoreResult['submission']>): Draft {
  const texts: Partial<Record<string, unknown>> = submission
  const given = fieldNames.flatMap((name) => (typeof texts[name] === 'string' ? [[name, texts[name]]] : []))
  const lines = (links ?? []).map(({ url }) => url).join('\n')
  return { ...emptyDraft, ...(Object.fromEntries(given) as Partial<Draft>), links: lines }
}

/** As the service stores it; text that is no handle as it is. */
export function toHandle(text: string): string {
  const parsed = parseXHandle(text)
  return 'value' in parsed ? parsed.value : text
}

/** The body of the request. */
function toSubmission(draft: Draft, chainId: number | null): object {
  const { links, ...fields } = toTexts(draft)
  return { ...fields, ...(links !== undefined && { links: toLinks(links) }), ...(chainId !== null && { chainId }) }
}

const toLines = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

const toLinks = (text: string): Link[] => toLines(text).map((url) => ({ type: findLinkType(url) ?? 'website', url }))

/** Texts trimmed, the handle normalised, empty fields left out. */
function toTexts(draft: Draft): Partial<Draft> {
  const tidy = Object.entries(draft).map(([name, text]): [string, string] => {
    const trimmed = text.trim().normalize('NFC')
    return [name, name === 'xHandle' ? toHandle(trimmed) : trimmed]
  })
  return Object.fromEntries(tidy.filter(([, text]) => text !== ''))
}

/** The faults that the service would report, by its schema and its rules of text. */
export function findFaults(draft: Draft): Faults {
  const submission = toTexts(draft)
  const faults = fieldNames.map((name) => [name, toWords(findFault(name, submission))] as const)
  return Object.fromEntries(faults)
}

const toWords = (words: string | undefined): Fault | undefined => (words === undefined ? undefined : { words })

/** Whatever is left empty beside a contract is read from it. */
const isRequired = (name: FieldName, { contractAddress }: Partial<Draft>): boolean =>
  contractAddress === undefined && submissionSchema.required.includes(name)

function findFault(name: FieldName, submission: Partial<Draft>): string | undefined {
  const t = pickWords(formWords)
  const text = submission[name]
  const { maxLength = Infinity, pattern, format } = submissionSchema.properties[name] ?? {}
  if (text === undefined) return isRequired(name, submission) ? t.fields[name].missing : undefined
  if (name === 'links') return areLinks(toLines(text)) ? undefined : t.badLinks(maxLinks)
  const length = Array.from(text).length
  if (length > maxLength) return t.tooLong(maxLength, length)
  if ('fault' in normaliseText(text, name === 'description' ? 'paragraph' : 'line')) return t.unusual
  if (!isReadable(text)) return t.unreadable
  if (name === 'xHandle') return 'fault' in parseXHandle(text) ? t.badHandle : undefined
  if (pattern && !new RegExp(pattern, 'u').test(text)) return name === 'symbol' ? t.badSymbol : addressWords(text)
  if (name === 'creatorAddress' || name === 'contractAddress') return checksumFault(text)
  return format === 'uri' ? addressFault(text) : undefined
}

const areLinks = (lines: string[]): boolean =>
  lines.length <= maxLinks && lines.every((line) => readProtocol(line) === 'https:')

function checksumFault(text: string): string | undefined {
  const t = pickWords(formWords)
  if (!text.startsWith('0x')) return addressWords(text)
  return 'fault' in parseAddress(text) ? t.badChecksum : undefined
}

/** A text that is no address may be meant as a name. */
function addressWords(text: string): string {
  const t = pickWords(formWords)
  return /^0x/i.test(text) ? t.badAddress : t.noSuchName
}

function addressFault(text: string): string | undefined {
  const t = pickWords(formWords)
  const protocol = readProtocol(text)
  if (protocol === null) return t.badUrl
  // the service decides on plain http, because its operator can exempt hosts
  return /^(?:https?|ipfs|ar):$/.test(protocol) ? undefined : t.notHttps
}

/** Null: it is no URL. Safari before 17 lacks `URL.canParse`. */
function readProtocol(text: string): string | null {
  try {
    return new URL(text).protocol
  } catch {
    return null
  }
}

/** The service's message about a field, in the form's words where it has some. */
function toFault(path: string, message: string): Fault {
  const t = pickWords(formWords)
  const [, status] = path === 'imageUrl' ? (/status 200, not (\d{3})/.exec(message) ?? []) : []
  if (status !== undefined) return { words: t.pictureStatus(status) }
  return message.includes('EIP-55 checksum') ? { words: t.badChecksum } : { english: sentence(message) }
}

/** `must be so` → `Must be so.` */
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/\.\.$/, '.')

/** Where the score is, or what keeps it from being made. */
export type Outcome = { id: string; path: string } | Refused

/** What the service or a wallet refused, and the faults by field. */
export interface Refused {
  /** null: the faults say everything. */
  message: Fault | null
  faults: Faults
}

export interface SignalNote {
  signal: string
  score: number
  stub: boolean
  /** In English. Services of older releases don't send it. */
  reason?: string
}

interface Refusal {
  error: { message: string; details?: Detail[] }
}

/** The last submission without a score. A retry sends the same key, so that a lost response doesn't make a second record. */
let pending: { content: string; key: string } | null = null

export interface Submitting {
  /** The creator's wallet's; null: the submission goes unsigned. */
  signature: string | null
  /** The score is not published. */
  isDraft: boolean
  /** null: the service's only one. */
  chainId: number | null
  signal: AbortSignal
  note: (told: SignalNote) => void
}

/** Submits a launch, and calls `note` with each signal as it arrives. */
export async function submit(draft: Draft, submitting: Submitting): Promise<Outcome> {
  const outcome = await send(draft, submitting)
  const { signature, isDraft } = submitting
  if (isDraft && 'id' in outcome) rememberDraft({ id: outcome.id, name: draft.name, symbol: draft.symbol })
  if (isDraft && signature !== null && 'id' in outcome) keepInTab(toSignatureName(outcome.id), signature)
  return outcome
}

async function send(draft: Draft, { signature, isDraft, chainId, signal, note }: Submitting): Promise<Outcome> {
  const content = JSON.stringify({
    ...toSubmission(draft, chainId),
    ...(signature && { creatorSignature: signature }),
    ...(isDraft && { draft: true }),
  })
  const { key } = (pending = pending?.content === content ? pending : { content, key: randomKey() })
  const headers = { accept: 'text/event-stream', 'idempotency-key': key }
  const response = await post('/v1/score', content, { headers, signal })
  if (!response) return unreachable()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return readWhole(response)
  for await (const { event, data } of readEvents(response)) {
    if (event === 'signal') note(data as SignalNote) // by the contract, as below
    if (event === 'score') return toScore(data as ScoreResult)
    if (event === 'error') return toRefusal(data as Refusal, 0)
  }
  return { message: { words: pickWords(formWords).interrupted }, faults: {} }
}

interface ToSign {
  draft: Draft
  chainId: number | null
}

/** The service's message for the submission, to be signed. */
async function askMessage({ draft, chainId }: ToSign): Promise<{ message: string } | { refused: Refused }> {
  const response = await post('/v1/score/message', JSON.stringify({ submission: toSubmission(draft, chainId) }))
  if (!response) return { refused: unreachable() }
  const body: unknown = await response.json().catch(() => null)
  return response.ok ? (body as { message: string }) : { refused: readRefusal(response, body) }
}

const post = (path: string, body: string, { headers, signal }: Pick<RequestInit, 'headers' | 'signal'> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    body,
    signal: signal ?? null,
  }).catch(() => null)

const unreachable = (): Refused => ({ message: { words: pickWords(formWords).unreachable }, faults: {} })

async function readWhole(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => null)
  return response.ok ? toScore(body as ScoreResult) : readRefusal(response, body)
}

function readRefusal(response: Response, body: unknown): Refused {
  const refusal = body as Partial<Refusal> | null // a proxy's own error has no envelope
  if (!refusal?.error) return { message: { words: pickWords(formWords).broken(response.status) }, faults: {} }
  return toRefusal({ error: refusal.error }, Number(response.headers.get('retry-after') ?? 0))
}

function toScore({ id }: ScoreResult): Outcome {
  pending = null
  return { id, path: `/score/${id}?new` }
}

function toRefusal({ error: { message, details = [] } }: Refusal, waitSeconds: number): Refused {
  const faults: Faults = Object.fromEntries(
    details.map(({ path, message }) => {
      const [name = ''] = path.replace('submission.', '').split('.')
      return [name, toFault(name, message)]
    }),
  )
  const ofChain = details.find(({ path }) => path.replace('submission.', '') === 'chainId')
  if (ofChain) return { message: { english: `chainId ${ofChain.message}.` }, faults }
  if (details.length > 0) return { message: null, faults }
  return { message: { english: withWait(message, waitSeconds) }, faults }
}

/** The last signature. A retry after a lost response doesn't ask again. */
let last: { message: string; signature: string } | null = null

/** Has the creator's wallet sign the service's message for the draft. */
export async function signSubmission(
  { draft, chainId }: ToSign,
  { wallet }: Connected,
): Promise<{ signature: string } | { refused: Refused }> {
  const asked = await askMessage({ draft, chainId })
  if ('refused' in asked) return asked
  const { message } = asked
  if (last?.message === message) return last
  const account = draft.creatorAddress.trim().toLowerCase()
  return signText(wallet.provider, account, message).then(
    (signature) => (last = { message, signature }),
    (error: unknown) => ({ refused: { message: walletFault(error), faults: {} } }),
  )
}

interface ServerEvent {
  event: string
  data: unknown
}

/** The server-sent events of a response; ends with the connection, whether it was closed or lost. */
async function* readEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const read = await reader?.read().catch(() => undefined)
    if (!read || read.done) return
    const blocks = (text + read.value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as unknown }
    }
  }
}
