import type { Clock } from '../platform/clock.ts'
import { openGetJson } from '../platform/get-json.ts'
import { type Pace, openPace } from '../platform/pace.ts'
import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import {
  type GoplusRefusal,
  type GoplusResult,
  addressReport,
  chainsIn,
  readGoplus,
  tokenReport,
} from './goplus-answer.ts'
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
  const { call, ask } = openGoplus(options)
  return {
    // not under the guard: it is asked aside, and no scoring depends on it
    servesChain: async (signal) => {
      const { answer } = await call('supported_chains?name=token_security', signal).catch(() => ({ answer: null }))
      const chains = answer ? chainsIn(answer) : []
      return chains.length > 0 ? chains.includes(String(chainId)) : null
    },
    address: async (address, signal) =>
      ask(`address_security/${checked(address)}?chain_id=${chainId}`, addressReport, signal),
    token: async (address, signal) => {
      const path = `token_security/${chainId}?contract_addresses=${checked(address)}`
      return ask(path, (result) => tokenReport(result, address), signal)
    },
  }
}

function checked(address: string): string {
  if (/^0x[0-9a-f]{40}$/.test(address)) return address
  throw new UpstreamError('risk', 'request', 'not an address')
}

/** Calls by path: bare ones, and under the guard, as `read` understands them; there a refused access token is exchanged for a new one, once. */
function openGoplus({ url, key, timeoutMs, guard, clock, pace = paceFor(new URL(url), key) }: Options) {
  const base = `${url.replace(/\/+$/, '')}/api/v1/`
  const getJson = openGetJson({ provider: 'risk', timeoutMs })
  const token = openGoplusToken({ url: new URL(`${base}token`), key, getJson, clock })

  const call = async (path: string, signal: AbortSignal) => {
    await pace(signal)
    const header = await token.header(signal)
    const headers = header === undefined ? {} : { authorization: header }
    return { header, answer: await getJson({ url: new URL(base + path), headers }, signal) }
  }
  const askTwice = async (path: string, signal: AbortSignal): Promise<GoplusResult> => {
    const first = await call(path, signal)
    const answer = readGoplus(first.answer)
    if (!isRefused(answer)) return answer
    if (!isStale(answer) || !token.renew(first.header)) return refuse(answer)
    const second = readGoplus((await call(path, signal)).answer)
    return isRefused(second) ? refuse(second) : second
  }
  const ask = <T>(path: string, read: (result: GoplusResult) => T | undefined, signal: AbortSignal): Promise<T> =>
    guard.run(async (signal) => {
      const report = read(await askTwice(path, signal))
      if (report !== undefined) return report
      throw new UpstreamError('risk', 'unavailable', 'GoPlus answered without what was asked for')
    }, signal)
  return { call, ask }
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
