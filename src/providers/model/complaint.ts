import { parseJson } from '../../platform/parse-json.ts'
import type { CutEchoes } from './echoes.ts'

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
