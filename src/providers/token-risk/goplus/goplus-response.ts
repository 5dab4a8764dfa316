import { Type } from 'typebox'
import { checkValue } from '../../../platform/check-value.ts'
import type { JsonResponse } from '../../../platform/outbound/get-json.ts'
import { type Refusal, isSuccess, refusalByStatus } from '../../../platform/outbound/http-refusal.ts'
import { collectWords, isRateLimit } from '../../../platform/outbound/rate-limit.ts'
import type { AddressAnswer, TokenAnswer } from '../../token-risk.ts'
import { parseCount, parseFlag, readFields, readFlags } from './goplus-fields.ts'

/** `code` is the provider's; undefined when HTTP alone showed the fault. */
export interface GoplusRefusal {
  refusal: Refusal
  code: number | undefined
}

/** undefined: there is no record. */
export interface GoplusResult {
  result: Record<string, unknown> | undefined
  isPartial: boolean
}

/** By its `code`, and a rate limit also by its words. Faults come with HTTP 200. */
export function readGoplus(response: JsonResponse): GoplusResult | GoplusRefusal {
  const refusal = refusalByStatus(response)
  if (refusal) return { refusal, code: undefined }
  const { code: given, result } = toFields(response.body) ?? {}
  const code = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : given
  if (code === 4029)
    return { refusal: { fault: 'rate_limited', text: 'code 4029', retryAfterMs: 2000 }, code: undefined }
  const isNoAnswer = !isSuccess(response) && typeof code === 'number' && !faults[code]
  if (isNoAnswer) return { refusal: { fault: 'unavailable', text: `HTTP ${response.status}` }, code: undefined }
  const found = result === null ? {} : toFields(result)
  if ((code === 1 || code === 2) && found) return { result: found, isPartial: code === 2 }
  if (code === 1 || code === 2) return { refusal: { fault: 'unavailable', text: 'no result' }, code: undefined }
  const isSilent = code === 1 || code === 2 || code === 2020 || code === 2021
  if (!isSilent && isRateLimit({ code, words: collectWords(response.body) }))
    return { refusal: { fault: 'rate_limited', text: `code ${String(given)}`, retryAfterMs: 2000 }, code: undefined }
  if (code === 2020 || code === 2021) return { result: undefined, isPartial: false }
  if (typeof code !== 'number') return { refusal: { fault: 'unavailable', text: 'no code' }, code: undefined }
  return { refusal: { fault: faults[code] ?? 'unavailable', text: `code ${code}` }, code }
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
  5000: 'unavailable',
  5006: 'request',
}

/** Without the source and the time. */
type Parsed<T> = Omit<T, 'source' | 'fetchedAt'>

/**
 * Missing fields stay unknown. undefined for a response without the honeypot flag (in part: without any flag): silence
 * is no clean record.
 */
export function readAddress({ result, isPartial }: GoplusResult): Parsed<AddressAnswer> | undefined {
  const isSilent = result && (isPartial ? Object.keys(result).length === 0 : !('honeypot_related_address' in result))
  if (isSilent) return undefined
  const fields = toScalars(result ?? {})
  return {
    honeypotRelated: parseFlag(fields['honeypot_related_address']),
    maliciousContracts: parseCount(fields['number_of_malicious_contracts_created']),
    flags: readFlags(fields),
    listedBy: (fields['data_source'] ?? '').split(',').filter((name) => name !== ''),
    isPartial,
  }
}

/** The address may come back in any case; undefined: an unknown form. */
export function readToken({ result = {}, isPartial }: GoplusResult, address: string): Parsed<TokenAnswer> | undefined {
  const [, entry = null] = Object.entries(result).find(([key]) => key.toLowerCase() === address) ?? []
  if (entry === null) return { facts: null, isPartial }
  const fields = toFields(entry)
  if (!fields) return undefined
  const fakeToken = toFields(fields['fake_token'])?.['value']
  return { facts: readFields(toScalars({ ...fields, fake_token: fakeToken })), isPartial }
}

const Chains = Type.Object({ code: Type.Literal(1), result: Type.Array(Type.Object({ id: Type.String() })) })

/** Empty for any other response. */
export const chainsIn = ({ status, body }: JsonResponse): string[] =>
  isSuccess({ status }) && checkValue(Chains, body) ? body.result.map(({ id }) => id) : []

function toScalars(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(texts.filter(([name, text]) => isPlain(name) && isPlain(text)))
}

const isPlain = (text: unknown): boolean => typeof text === 'string' && /^[\x20-\x7e]{0,100}$/.test(text)

const toFields = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
