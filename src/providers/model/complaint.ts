import { parseJson } from '../../platform/values.ts'
import type { JudgeRequest } from './model.ts'

/** Without echoes of the request. */
export interface Complaint {
  texts: string[]
  codes: string[]
  paths: string[]
  status: number | null
  waitMs: number | undefined
}

/** Those that name a kind come first. */
const codeKeys = [
  'code',
  'error_code',
  'errorcode',
  'errcode',
  'reason',
  'blockreason',
  'block_reason',
  'type',
  'error_type',
  'status',
  'status_code',
  'statuscode',
  'kind',
  '__type',
]
const pathKeys = new Set(['param', 'parameter', 'loc', 'field', 'pointer', 'property', 'instancepath'])
/** Keys that repeat the request, or hold no complaint. */
const ignoredKeys = new Set([
  'input',
  'request',
  'messages',
  'tools',
  'headers',
  'failed_generation',
  'traceback',
  'stack',
  'id',
  'request_id',
  'user_id',
  'provider_name',
  'doc_url',
  'documentation_url',
  'url',
  '@type',
])
const maxDepth = 8
const maxValues = 400

/** JSON of any shape, or plain text. */
export function findComplaint(body: unknown, cutEchoes: CutEchoes): Complaint {
  const found: Complaint = { texts: [], codes: [], paths: [], status: null, waitMs: undefined }
  const codes: { rank: number; code: string }[] = []
  let left = maxValues

  const visit = (value: unknown, key: string, depth: number): void => {
    left -= 1
    if (left < 0 || depth > maxDepth) return
    if (typeof value === 'string') return visitText(value, key, depth)
    if (typeof value === 'number') return visitNumber(value, key)
    if (Array.isArray(value)) {
      if (pathKeys.has(key)) found.paths.push(value.filter(isStep).join('.'))
      else for (const one of value as unknown[]) visit(one, key, depth + 1)
    } else if (typeof value === 'object' && value !== null && !looksLikeRequest(value)) {
      for (const [name, field] of Object.entries(value)) {
        const own = name.toLowerCase()
        if (!ignoredKeys.has(own)) visit(field, own, depth + 1)
      }
    }
  }
  const visitText = (given: string, key: string, depth: number): void => {
    if (given === '' || given === 'None' || given === 'null') return
    if (pathKeys.has(key)) return void found.paths.push(given)
    if (codeKeys.includes(key) && /^[\w.:-]{1,80}$/.test(given)) {
      if (/^\d{3}$/.test(given)) return visitNumber(Number(given), key)
      return void codes.push({ rank: codeKeys.indexOf(key), code: given })
    }
    if (/^retry_?(?:delay|after)/.test(key)) found.waitMs ??= toMs(given)
    const inner = parseEmbedded(given)
    if (inner) {
      visit(inner.value, key, depth + 1)
      given = inner.rest
    }
    const text = given.trimStart().startsWith('<') ? '' : cutEchoes(given).trim()
    found.waitMs ??= findWait(text)
    if (/[\p{L}\p{N}]/u.test(text)) found.texts.push(text)
  }
  const visitNumber = (value: number, key: string): void => {
    if (key === 'retry_after_ms') found.waitMs ??= value
    else if (key === 'retry_after') found.waitMs ??= value * 1000
    else if (codeKeys.includes(key) && value >= 400 && value < 600) found.status ??= value
  }

  visit(body, '', 0)
  found.codes = codes.toSorted((a, b) => a.rank - b.rank).map(({ code }) => code)
  return found
}

const isStep = (step: unknown) => typeof step === 'string' || typeof step === 'number'

const looksLikeRequest = (value: object): boolean =>
  'messages' in value || 'tools' in value || ('model' in value && ('temperature' in value || 'max_tokens' in value))

/** Gateways repeat the response of the server behind them within a text. */
function parseEmbedded(text: string): { value: object; rest: string } | null {
  for (const [opening, closing] of ['{}', '[]']) {
    const start = text.indexOf(opening ?? '')
    const end = text.lastIndexOf(closing ?? '') + 1
    const value = start !== -1 && end > start ? parseJson(text.slice(start, end)) : undefined
    // A list of numbers is a place in a sentence, such as `messages[1]`.
    const isTold = typeof value === 'object' && value !== null && !(Array.isArray(value) && !value.some(isObject))
    if (isTold) return { value, rest: `${text.slice(0, start)} ${text.slice(end)}` }
  }
  return null
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** `17s`, `1.5s`, `620ms`, `1m2s`, or seconds alone. */
function toMs(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?/g)]
  if (parts.length === 0) return undefined
  return parts.reduce((total, [, amount, unit = 's']) => total + Number(amount) * (units[unit] ?? 0), 0)
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function findWait(text: string): number | undefined {
  const [, told] = /\b(?:try again|retry) (?:in|after) (\d[\d.hms]{0,20})/i.exec(text) ?? []
  return told === undefined ? undefined : toMs(told.replace(/\.$/, ''))
}

type CutEchoes = (text: string) => string

const gramLength = 24
const maxLength = 4000
const requestKeys = ['model', 'messages', 'temperature', 'max_tokens', 'tools', 'tool_choice', 'system', 'contents']

/**
 * Only what the server says itself may be read or shown. Requests are echoed as sent or escaped, whole or in pieces.
 */
export function createCutEchoes({ instructions, text, reminder, tool }: JudgeRequest): CutEchoes {
  let grams: Set<string> | null = null
  return (given) => {
    const said = given.slice(0, maxLength)
    if (said.length < gramLength) return said
    grams ??= toGrams([instructions, text, reminder, tool.description, JSON.stringify(tool.schema)])
    return cutStructures(cutGrams(said, grams))
  }
}

function toGrams(texts: string[]): Set<string> {
  const grams = new Set<string>()
  for (const text of texts.flatMap(toForms))
    for (let at = 0; at + gramLength <= text.length; at += 1) grams.add(text.slice(at, at + gramLength))
  return grams
}

function toForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1)
  const inAscii = escaped.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [...new Set([text, text.replaceAll('\n', ' '), escaped, inAscii])]
}

function cutGrams(text: string, grams: Set<string>): string {
  let kept = ''
  let cutUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    if (grams.has(text.slice(at, at + gramLength))) {
      if (at >= cutUntil) kept += '…'
      cutUntil = at + gramLength
    }
    if (at >= cutUntil) kept += text[at]
  }
  return kept
}

/** Cuts objects that have the keys of a request. */
function cutStructures(text: string): string {
  const opened: number[] = []
  let kept = ''
  for (const character of text) {
    if (character === '{') opened.push(kept.length)
    kept += character
    if (character !== '}') continue
    const start = opened.pop()
    if (start !== undefined && isOfRequest(kept.slice(start))) kept = `${kept.slice(0, start)}…`
  }
  const start = opened.find((at) => isOfRequest(kept.slice(at)))
  return start === undefined ? kept : `${kept.slice(0, start)}…`
}

const isOfRequest = (text: string): boolean => {
  const keys = requestKeys.filter((key) => text.includes(`"${key}"`) || text.includes(`'${key}'`))
  return keys.length > 1
}

const maxExcerpt = 240

/** Short and on one line, without addresses, keys and data; empty: nothing. */
export function toExcerpt(texts: string[], secret: string | null): string {
  const [first = '', ...others] = [...new Set(texts.map((text) => clean(text, secret)))].filter((text) => text !== '')
  // A gateway's words are followed by those of the server behind it.
  const [second = ''] = others.filter((text) => !first.includes(text) && !text.includes(first))
  const excerpt = second === '' ? first : `${first} | ${second}`
  return excerpt.length > maxExcerpt ? `${excerpt.slice(0, maxExcerpt - 1)}…` : excerpt
}

/** Shorter ones, such as `none`, only fill the field of a server without keys. */
const minSecret = 8

function clean(text: string, secret: string | null): string {
  const open = secret === null || secret.length < minSecret ? text : text.replaceAll(secret, '…')
  const words = open.toWellFormed().split(/[\s\p{Cc}\p{Cf}]+/u)
  return words
    .filter((word) => word !== '')
    .map((word) => (isData(word) ? '…' : word))
    .join(' ')
}

/** An address, a key (even masked) or encoded data. */
const isData = (word: string): boolean =>
  word.includes('://') ||
  [...word.matchAll(/\b(?:sk|pk|gsk|xai|key|AIza|ey[JK])[-\w*]+/g)].some(([key]) => key.length >= 12) ||
  [...word.matchAll(/[\w+/=*-]+/g)].some(([run]) => run.length >= 40)
