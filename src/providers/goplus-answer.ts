import type { JsonAnswer } from '../platform/get-json.ts'
import { type Refusal, refusalByStatus } from '../platform/http-refusal.ts'
import type { AddressReport, TokenReport } from './token-risk.ts'

/** `code` is theirs; undefined when the fault was told by HTTP alone. */
export interface GoplusRefusal {
  refusal: Refusal
  code: number | undefined
}

/** A result that may be used; undefined: no record. */
interface GoplusResult {
  result: Record<string, unknown> | undefined
  isPartial: boolean
}

/** What an answer means by its `code`, never by its message; faults come with HTTP 200. */
export function readGoplus(answer: JsonAnswer): GoplusResult | GoplusRefusal {
  const refusal = refusalByStatus(answer)
  if (refusal) return { refusal, code: undefined }
  const { code, result } = fieldsOf(answer.body) ?? {}
  const isUsable = result === null || fieldsOf(result) !== undefined
  if ((code === 1 || code === 2) && isUsable) return { result: fieldsOf(result), isPartial: code === 2 }
  if (code === 1 || code === 2) return { refusal: { fault: 'unavailable', text: 'no result' }, code: undefined }
  if (code === 2020 || code === 2021) return { result: undefined, isPartial: false }
  if (typeof code !== 'number') return { refusal: { fault: 'unavailable', text: 'no code' }, code: undefined }
  const retryAfterMs = code === 4029 ? 2000 : undefined
  return { refusal: { fault: faults[code] ?? 'unavailable', text: `code ${code}`, retryAfterMs }, code }
}

const faults: Record<number, Refusal['fault'] | undefined> = {
  2004: 'request',
  2018: 'chain',
  2022: 'chain',
  4010: 'auth',
  4011: 'auth',
  4012: 'auth',
  4022: 'auth',
  4023: 'auth',
  4029: 'rate_limited',
  5000: 'unavailable',
  5006: 'request',
}

/** The flat answer of `address_security`. What it doesn't say stays unknown. */
export function addressReport({ result = {}, isPartial }: GoplusResult): AddressReport {
  const fields = scalarsOf(result)
  const { honeypot_related_address: related, number_of_malicious_contracts_created: count } = fields
  return {
    honeypotRelated: flagOf(related),
    maliciousContracts: /^\d{1,9}$/.test(count ?? '') ? Number(count) : null,
    flags: Object.keys(fields)
      .filter((name) => fields[name] === '1' && !notAFlag.has(name))
      .toSorted(),
    source: fields.data_source ?? '',
    isPartial,
  }
}

/** A whole answer that doesn't speak of honeypots isn't one of `address_security`: silence is no clean record. */
export const isSilent = ({ result, isPartial }: GoplusResult): boolean =>
  result !== undefined && !isPartial && !('honeypot_related_address' in result)

const flagOf = (text: string | undefined): boolean | null => {
  if (text === '1') return true
  return text === '0' ? false : null
}

const notAFlag = new Set([
  'honeypot_related_address',
  'number_of_malicious_contracts_created',
  'contract_address',
  'data_source',
])

/** The entry of `token_security` for one token, whose address may come back in any case; null: no record. */
export function tokenReport({ result = {}, isPartial }: GoplusResult, address: string): TokenReport | null {
  const entry = Object.entries(result).find(([key]) => key.toLowerCase() === address)
  const fields = fieldsOf(entry?.[1])
  if (!fields) return null
  const fakeToken = fieldsOf(fields.fake_token)?.value
  return { fields: scalarsOf({ ...fields, fake_token: fakeToken }), isPartial }
}

/** Flags, figures and addresses as text. What a token's makers may write at will (names, notes) isn't kept when odd or long. */
function scalarsOf(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(texts.filter(([name, text]) => isPlain(name) && isPlain(text)))
}

const isPlain = (text: unknown): boolean => typeof text === 'string' && /^[\x20-\x7e]{0,100}$/.test(text)

const fieldsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
