import type { Clock } from '../platform/clock.ts'
import { openGetJson } from '../platform/get-json.ts'
import { type Pace, openPace } from '../platform/pace.ts'
import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { type GoplusRefusal, addressReport, isSilent, readGoplus, tokenReport } from './goplus-answer.ts'
import { openGoplusToken } from './goplus-token.ts'
import type { TokenRisk } from './token-risk.ts'

interface Options {
  url: string
  key: string | null
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
  clock: Clock
  /** By default what the host takes without a key. */
  pace?: Pace
}

/** Address lists and token facts from GoPlus, with a key or within what it gives without one. */
export function openTokenRisk(options: Options): TokenRisk {
  const { chainId } = options
  const ask = openGoplus(options)
  return {
    async address(address, signal) {
      const path = `address_security/${checked(address)}?chain_id=${chainId}`
      const answer = await ask(path, signal)
      if (isSilent(answer)) throw new UpstreamError('risk', 'unavailable', 'GoPlus answered nothing about the address')
      return addressReport(answer)
    },
    async token(address, signal) {
      const path = `token_security/${chainId}?contract_addresses=${checked(address)}`
      return tokenReport(await ask(path, signal), address)
    },
  }
}

function checked(address: string): string {
  if (/^0x[0-9a-f]{40}$/.test(address)) return address
  throw new UpstreamError('risk', 'request', 'not an address')
}

/** One call by path, under the guard; a refused access token is exchanged for a new one, once. */
function openGoplus({ url, key, timeoutMs, guard, clock, pace = paceFor(new URL(url), key) }: Options) {
  const base = `${url.replace(/\/+$/, '')}/api/v1/`
  const getJson = openGetJson({ provider: 'risk', timeoutMs })
  const token = openGoplusToken({ url: new URL(`${base}token`), key, getJson, clock })

  const attempt = async (path: string, signal: AbortSignal) => {
    await pace(signal)
    const header = await token.header(signal)
    const headers = header === undefined ? {} : { authorization: header }
    return { header, answer: readGoplus(await getJson({ url: new URL(base + path), headers }, signal)) }
  }
  return (path: string, signal: AbortSignal) =>
    guard.run(async (signal) => {
      const { header, answer } = await attempt(path, signal)
      if (!isRefused(answer)) return answer
      if (!isStale(answer) || !token.renew(header)) return refuse(answer)
      const { answer: second } = await attempt(path, signal)
      return isRefused(second) ? refuse(second) : second
    }, signal)
}

const paceFor = (url: URL, key: string | null): Pace =>
  isPaced(url, key) ? openPace({ spacingMs: 1000, calls: 30, windowMs: 60_000 }) : () => Promise.resolve()

/** Only the public host, and only without a key: there a burst of ten is refused, calls a second apart pass. */
export const isPaced = ({ hostname }: URL, key: string | null): boolean =>
  hostname === 'api.gopluslabs.io' && key === null

const isRefused = (answer: object): answer is GoplusRefusal => 'refusal' in answer

/** The access token is invalid or not found: it may have been withdrawn before its time. */
const isStale = ({ code }: GoplusRefusal) => code === 4022 || code === 4023

function refuse({ refusal: { fault, text, retryAfterMs } }: GoplusRefusal): never {
  throw new UpstreamError('risk', fault, `GoPlus answered: ${text}`, retryAfterMs)
}
