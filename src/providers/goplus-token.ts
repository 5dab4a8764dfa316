import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import type { GetJson } from '../platform/get-json.ts'
import { shareFlights } from '../platform/share-flights.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { readGoplus } from './goplus-answer.ts'

/** What goes into the Authorization header. */
export interface GoplusToken {
  /** undefined: send no such header. */
  header: (signal: AbortSignal) => Promise<string | undefined>
  /** Drops a header that was refused; false when a new one can't be had. */
  renew: (refused: string | undefined) => boolean
}

interface Options {
  /** The address of the token exchange. */
  url: URL
  /** null: keyless; `key:secret`: exchanged for access tokens; anything else: an access token. */
  key: string | null
  getJson: GetJson
  clock: Clock
}

/** The credential that the key's form asks for. */
export function openGoplusToken(options: Options): GoplusToken {
  const { key } = options
  if (key?.includes(':')) return exchangedToken(options, key)
  const header = key === null ? undefined : bearer(key)
  return { header: () => Promise.resolve(header), renew: () => false }
}

const bearer = (token: string) => (/^bearer /i.test(token) ? token : `Bearer ${token}`)

const AccessToken = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })
type AccessToken = Static<typeof AccessToken>

/** A minute before its end a token counts as expired, so that none expires on its way. */
const marginMs = 60_000

function exchangedToken({ url, getJson, clock }: Options, key: string): GoplusToken {
  const share = shareFlights<string>()
  let held = { header: '', expiresAt: 0 }
  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const now = clock.now().getTime()
    const token = await exchange(getJson, { url, post: signedBy(key, Math.floor(now / 1000)) }, signal)
    held = { header: bearer(token.access_token), expiresAt: now + token.expires_in * 1000 - marginMs }
    return held.header
  }
  return {
    header: async (signal) =>
      clock.now().getTime() < held.expiresAt ? held.header : share('token', fetchToken, signal),
    renew: (refused) => {
      if (held.header === refused) held = { header: '', expiresAt: 0 }
      return true
    },
  }
}

async function exchange(getJson: GetJson, request: Parameters<GetJson>[0], signal: AbortSignal): Promise<AccessToken> {
  const answer = readGoplus(await getJson(request, signal))
  if ('refusal' in answer) {
    const { fault, text, retryAfterMs } = answer.refusal
    throw new UpstreamError('risk', fault, `GoPlus answered the token exchange: ${text}`, retryAfterMs)
  }
  if (Check(AccessToken, answer.result)) return answer.result
  throw new UpstreamError('risk', 'unavailable', 'GoPlus answered the token exchange without a token')
}

/** The exchange's body; their scheme wants SHA-1. */
function signedBy(key: string, time: number) {
  const end = key.indexOf(':')
  const appKey = key.slice(0, end)
  const sign = createHash('sha1')
    .update(`${appKey}${time}${key.slice(end + 1)}`)
    .digest('hex')
  return { app_key: appKey, time, sign }
}
