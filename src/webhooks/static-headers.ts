import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { serviceHeader } from '../platform/http/headers.ts'
import { getSecretBox } from './signing.ts'

export interface EncryptedHeaders {
  headerNames: string[]
  /** null: there are none. */
  headers: string | null
}

/** Encrypts the headers that a subscription sends to its receiver. Throws `bad_request` that names the first invalid one. */
export function encryptHeaders(
  deps: Deps,
  { subscriptionId, given }: { subscriptionId: string; given: Record<string, string> | null | undefined },
): EncryptedHeaders {
  const headers = Object.entries(given ?? {}).map(([name, value]) => toHeader(deps, name, value))
  const headerNames = headers.map(([name]) => name)
  const repeated = headerNames.find((name, n) => headerNames.indexOf(name) !== n)
  if (repeated !== undefined) throw badField('headers', `must name ${repeated} once; upper and lower case are the same`)
  if (headers.length === 0) return { headerNames, headers: null }
  const sealed = getSecretBox(deps).seal(JSON.stringify(headers), toContext(subscriptionId))
  return { headerNames, headers: sealed }
}

/** Other text than the secret can't be opened as headers, nor headers as the secret. */
export const toContext = (subscriptionId: string) => `${subscriptionId} headers`

const maxNameLength = 100

function toHeader({ config }: Deps, given: string, value: string): [name: string, value: string] {
  const name = given.toLowerCase()
  if (given.length > maxNameLength || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
    throw badField('headers', `must have names that HTTP allows, of at most ${maxNameLength} characters`)
  if (isReserved(name, config.serviceName))
    throw badField(`headers.${given}`, 'is a header that the service or HTTP itself sets')
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
    throw badField(`headers.${given}`, 'must have 1 to 1,024 visible ASCII characters, with spaces only between them')
  return [name, value]
}

/** Those of the message and of the connection, and those that would change how receivers read the body or the signature. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-md5',
  'content-range',
  'content-type',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const isReserved = (name: string, serviceName: string): boolean =>
  reserved.has(name) ||
  ['webhook-', 'x-launchscore-', serviceHeader(serviceName, '').toLowerCase()].some((prefix) => name.startsWith(prefix))

/** The headers of a delivery. The service may have been renamed since they were stored, so its own headers go first. */
export function addStaticHeaders(
  signed: Record<string, string>,
  headers: [name: string, value: string][],
): Record<string, string> {
  if (headers.length === 0) return signed
  const own = new Set(Object.keys(signed).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(headers.filter(([name]) => !own.has(name))), ...signed }
}

/** Throws `CannotOpen` if the key is not configured. */
export const decryptHeaders = (
  open: (sealed: string, context: string) => string,
  { subscriptionId, headers }: { subscriptionId: string; headers: string | null },
): [name: string, value: string][] =>
  headers === null ? [] : (JSON.parse(open(headers, toContext(subscriptionId))) as [string, string][]) // `encryptHeaders` wrote it
