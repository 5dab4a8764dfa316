import type { Clock } from '../../../platform/clock.ts'
import { createGetJson } from '../../../platform/outbound/get-json.ts'
import type { Probed, ProviderGuard } from '../../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../../platform/upstream-error.ts'
import {
  type GoplusRefusal,
  type GoplusResult,
  chainsIn,
  readAddress,
  readGoplus,
  readToken,
} from './goplus-response.ts'
import { BlamedAddress, confirmBlame } from '../../blamed-address.ts'
import { createGoplusToken } from './goplus-token.ts'
import type { HostPlans } from '../../plan-pace.ts'
import { findProbeToken, probeWallet } from '../../probe-subjects.ts'
import type { RiskSource, TokenRisk } from '../../token-risk.ts'
import { goplusLegacy } from './goplus-fields.ts'

interface Options {
  url: string
  key: string | null
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  clock: Clock
}

type GoplusRisk = TokenRisk & Probed & Required<{ address: NonNullable<TokenRisk['address']> }>

const source: RiskSource = { name: 'GoPlus', credit: 'Powered by GoPlus' }

/** GoPlus documents 30 calls a minute without a key and refuses bursts; one call a second passes. */
export const goplusPlans: HostPlans = {
  'api.gopluslabs.io': (key) => (key === null ? { spacingMs: 1000, calls: 28, windowMs: 60_000 } : null),
}

/** With a key or within the free quota. */
export function createGoplusRisk(options: Options): GoplusRisk {
  const { chainId, clock } = options
  const { call, ask } = createGoplus(options)
  const askAddress = (address: string, signal: AbortSignal, options?: Asking) =>
    ask(`address_security/${checked(address)}?chain_id=${chainId}`, readAddress, signal, options)
  const askToken = (address: string, signal: AbortSignal, options?: Asking) => {
    const path = `token_security/${chainId}?contract_addresses=${checked(address)}`
    return ask(path, (result) => readToken(result, address), signal, options)
  }
  const withSource = <T>(parsed: T) => ({ ...parsed, source: source.name, fetchedAt: clock.now().toISOString() })
  return {
    source,
    terms: 'show its credit, and ask GoPlus before commercial use',
    legacy: goplusLegacy,
    // Without the guard: called in the background, and no scoring depends on it.
    servesChain: async (signal) => {
      const { response } = await call('supported_chains?name=token_security', signal).catch(() => ({ response: null }))
      const chains = response ? chainsIn(response) : []
      return chains.length > 0 ? chains.includes(String(chainId)) : null
    },
    address: (address, signal) =>
      confirmBlame(
        () => askAddress(address, signal),
        () => askAddress(probeWallet, signal),
      ).then(withSource),
    token: (address, signal) =>
      confirmBlame(
        () => askToken(address, signal),
        () => askToken(findProbeToken(chainId) ?? probeWallet, signal),
      ).then(withSource),
    probe: async (signal) => {
      const token = findProbeToken(chainId)
      const asking = { isGuarded: false }
      await (token ? askToken(token, signal, asking) : askAddress(probeWallet, signal, asking))
    },
  }
}

function checked(address: string): string {
  if (/^0x[0-9a-f]{40}$/.test(address)) return address
  throw new UpstreamError('risk', 'request', 'not an address')
}

/** Under the guard, a refused access token is exchanged once. */
function createGoplus({ url, key, timeoutMs, guard, clock }: Options) {
  const base = `${url.replace(/\/$/, '')}/api/v1/`
  const getJson = createGetJson({ provider: 'risk', timeoutMs, isTraced: true })
  const token = createGoplusToken({ url: new URL(`${base}token`), key, getJson, clock })

  const call = async (path: string, signal: AbortSignal) => {
    const header = await token.header(signal)
    const headers = header === undefined ? {} : { authorization: header }
    return { header, response: await getJson({ url: new URL(base + path), headers }, signal) }
  }
  const askTwice = async (path: string, signal: AbortSignal): Promise<GoplusResult> => {
    const first = await call(path, signal)
    const response = readGoplus(first.response)
    if (!isRefused(response)) return response
    if (!isStale(response) || !token.renew(first.header)) return refuse(response)
    const second = readGoplus((await call(path, signal)).response)
    return isRefused(second) ? refuse(second) : second
  }
  const ask = <T>(
    path: string,
    read: (result: GoplusResult) => T | undefined,
    signal: AbortSignal,
    { isGuarded = true }: Asking = {},
  ): Promise<T> => {
    const work = async (signal: AbortSignal) => {
      const report = read(await askTwice(path, signal))
      if (report !== undefined) return report
      throw new UpstreamError('risk', 'unavailable', 'GoPlus responded without the requested data')
    }
    return isGuarded ? guard.run(work, signal) : work(signal)
  }
  return { call, ask }
}

interface Asking {
  isGuarded?: boolean
}

const isRefused = (response: object): response is GoplusRefusal => 'refusal' in response

/** The access token may have been revoked early. */
const isStale = ({ code }: GoplusRefusal) => code === 4022 || code === 4023

/** GoPlus' code for an address that it can't read. */
const addressFormat = 2004

function refuse({ refusal: { fault, text, retryAfterMs }, code }: GoplusRefusal): never {
  const Fault = code === addressFormat ? BlamedAddress : UpstreamError
  throw new Fault('risk', fault, `GoPlus responded: ${text}`, retryAfterMs)
}
