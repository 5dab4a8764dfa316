import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { JsonAnswer } from '../platform/get-json.ts'
import { type Refusal, refusalByStatus } from '../platform/http-refusal.ts'
import type { AddressReport, TokenReport } from './token-risk.ts'

/** `code` is theirs; undefined when the fault was told by HTTP alone. */
export interface GoplusRefusal {
  refusal: Refusal
  code: number | undefined
}

/** A result that may be used; undefined: they have no record, and say so by the code. */
export interface GoplusResult {
  result: Record<string, unknown> | undefined
  isPartial: boolean
}

/** What an answer means by its `code`, never by its message; faults come with HTTP 200. */
export function readGoplus(answer: JsonAnswer): GoplusResult | GoplusRefusal {
  const refusal = refusalByStatus(answer)
  if (refusal) return { refusal, code: undefined }
  const { code, result } = fieldsOf(answer.body) ?? {}
  const found = result === null ? {} : fieldsOf(result)
  if ((code === 1 || code === 2) && found) return { result: found, isPartial: code === 2 }
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

/**
 * The flat answer of `address_security`; what it doesn't say stays unknown. undefined: an answer that doesn't even speak of
 * honeypots (in part: of nothing) isn't one of `address_security`, and silence is no clean record.
 */
export function addressReport({ result, isPartial }: GoplusResult): AddressReport | undefined {
  const isSilent = result && (isPartial ? Object.keys(result).length === 0 : !('honeypot_related_address' in result))
  if (isSilent) return undefined
  const fields = scalarsOf(result ?? {})
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

/** The entry of `token_security` for one token, whose address may come back in any case; null: no record. undefined: an entry of an unknown form. */
export function tokenReport({ result = {}, isPartial }: GoplusResult, address: string): TokenReport | null | undefined {
  const [, entry = null] = Object.entries(result).find(([key]) => key.toLowerCase() === address) ?? []
  if (entry === null) return null
  const fields = fieldsOf(entry)
  if (!fields) return undefined
  const fakeToken = fieldsOf(fields.fake_token)?.value
  return { fields: scalarsOf({ ...fields, fake_token: fakeToken }), isPartial }
}

const Chains = Type.Object({ code: Type.Literal(1), result: Type.Array(Type.Object({ id: Type.String() })) })

/** The ids of the chains in an answer of `supported_chains`; none: it is no such answer. */
export const chainsIn = ({ body }: JsonAnswer): string[] => (Check(Chains, body) ? body.result.map(({ id }) => id) : [])

/** Flags, figures and addresses as text. What a token's makers may write at will (names, notes) isn't kept when odd or long. */
function scalarsOf(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(texts.filter(([name, text]) => isPlain(name) && isPlain(text)))
}

const isPlain = (text: unknown): boolean => typeof text === 'string' && /^[\x20-\x7e]{0,100}$/.test(text)

const fieldsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
