import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { checkValue } from '../../../platform/check-value.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { GetJson } from '../../../platform/outbound/get-json.ts'
import { createCoalesce } from '../../../platform/caching/coalesce.ts'
import { UpstreamError } from '../../../platform/upstream-error.ts'
import { readGoplus } from './goplus-response.ts'

interface GoplusToken {
  /** undefined: send no header. */
  header: (signal: AbortSignal) => Promise<string | undefined>
  /** Drops a refused header; false when there is no other. */
  renew: (refused: string | undefined) => boolean
}

interface Options {
  /** The URL of the token exchange. */
  url: URL
  key: string | null
  getJson: GetJson
  clock: Clock
}

/** The credential depends on the form of the key. */
export function createGoplusToken(options: Options): GoplusToken {
  const { key } = options
  if (key?.includes(':')) return exchangedToken(options, key)
  const header = key === null ? undefined : bearer(key)
  return { header: () => Promise.resolve(header), renew: () => false }
}

const bearer = (token: string) => (/^bearer /i.test(token) ? token : `Bearer ${token}`)

const AccessToken = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })
type AccessToken = Static<typeof AccessToken>

const marginMs = 60_000

function exchangedToken({ url, getJson, clock }: Options, key: string): GoplusToken {
  const coalesce = createCoalesce<string>()
  let held = { header: '', expiresAt: 0 }
  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const now = clock.now().getTime()
    const token = await exchange(getJson, { url, post: signedBy(key, Math.floor(now / 1000)) }, signal)
    held = { header: bearer(token.access_token), expiresAt: now + token.expires_in * 1000 - marginMs }
    return held.header
  }
  return {
    header: async (signal) =>
      clock.now().getTime() < held.expiresAt ? held.header : coalesce('token', fetchToken, signal),
    renew: (refused) => {
      if (held.header === refused) held = { header: '', expiresAt: 0 }
      return true
    },
  }
}

async function exchange(getJson: GetJson, request: Parameters<GetJson>[0], signal: AbortSignal): Promise<AccessToken> {
  const response = readGoplus(await getJson(request, signal))
  if ('refusal' in response) {
    const { fault, text, retryAfterMs } = response.refusal
    throw new UpstreamError('risk', fault, `GoPlus responded to the token exchange: ${text}`, retryAfterMs)
  }
  if (checkValue(AccessToken, response.result)) return response.result
  throw new UpstreamError('risk', 'unavailable', 'GoPlus responded to the token exchange without a token')
}

/** The exchange's scheme requires SHA-1. */
function signedBy(key: string, time: number) {
  const end = key.indexOf(':')
  const appKey = key.slice(0, end)
  const sign = createHash('sha1')
    .update(`${appKey}${time}${key.slice(end + 1)}`)
    .digest('hex')
  return { app_key: appKey, time, sign }
}
