import { type Static, Type } from 'typebox'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isSuccess, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Clock } from '../../platform/time.ts'
import { checkValue, toFields } from '../../platform/values.ts'
import { BlamedAddress, confirmBlame, findProbeToken, probeWallet } from '../provider-calls.ts'
import { nothingKnown, type RiskSource, type TokenAnswer, type TokenFacts, type TokenRisk } from '../token-risk.ts'

interface Options {
  url: string
  key: string | null
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
  clock: Clock
}

const source: RiskSource = { name: 'honeypot.is', credit: null }

const chains = [1, 56, 8453]

/** honeypot.is simulates a purchase and a sale. It knows nothing about wallets. */
export function createHoneypotIsRisk({ url, key, chainId, timeoutMs, guard, clock }: Options): TokenRisk & Probed {
  const getJson = createGetJson({ provider: 'risk', timeoutMs, isTraced: true })
  const headers = key === null ? {} : { 'x-api-key': key }
  const base = url.replace(/\/$/, '')
  const call = async (address: string, signal: AbortSignal): Promise<TokenAnswer> => {
    if (!chains.includes(chainId))
      throw new UpstreamError('risk', 'chain', `honeypot.is does not serve chain ${chainId}`)
    if (!/^0x[0-9a-f]{40}$/.test(address)) throw new UpstreamError('risk', 'request', 'not an address')
    const asked = new URL(`${base}/v2/IsHoneypot?${new URLSearchParams({ address, chainID: String(chainId) })}`)
    const read = readAnswer(await getJson({ url: asked, headers }, signal))
    return { ...read, source: source.name, fetchedAt: clock.now().toISOString() }
  }
  const ask = (address: string, signal: AbortSignal) => guard.run((signal) => call(address, signal), signal)
  const own = findProbeToken(chainId) ?? probeWallet
  return {
    source,
    terms: 'ask its makers before you resell the data',
    legacy: null,
    address: null,
    token: (address, signal) =>
      confirmBlame(
        () => ask(address, signal),
        () => ask(own, signal),
      ),
    servesChain: () => Promise.resolve(chains.includes(chainId)),
    probe: async (signal) => void (await call(own, signal)),
  }
}

type Read = Pick<TokenAnswer, 'facts' | 'isPartial'>

const Fault = Type.Object({ error: Type.String() })

function readAnswer(response: JsonResponse): Read {
  const refusal = refusalByStatus(response)
  if (refusal) throw refuse(refusal.fault, refusal.text, refusal.retryAfterMs)
  const { status, body } = response
  if (isSuccess(response) && checkValue(Answer, body))
    return { facts: toFacts(body), isPartial: !body.simulationSuccess }
  const words = checkValue(Fault, body) ? body.error : ''
  // Without a pool nothing can be simulated, but later there may be one.
  if (status === 404 && /^(?:no pairs|token not) found$/i.test(words)) return { facts: null, isPartial: false }
  if (status === 400 && /address/i.test(words))
    throw new BlamedAddress('risk', 'request', 'honeypot.is refuses the address')
  throw refuse(status === 400 ? 'request' : 'unavailable', isSuccess(response) ? 'an unknown form' : `HTTP ${status}`)
}

const refuse = (fault: UpstreamError['fault'], text: string, retryAfterMs?: number) =>
  new UpstreamError('risk', fault, `honeypot.is responded: ${text}`, retryAfterMs)

const Percent = Type.Number({ minimum: 0 })

const Answer = Type.Object({
  simulationSuccess: Type.Boolean(),
  honeypotResult: Type.Optional(Type.Object({ isHoneypot: Type.Boolean() })),
  simulationResult: Type.Optional(Type.Object({ buyTax: Percent, sellTax: Percent, transferTax: Percent })),
})

/** A failed simulation says nothing: unknown, not safe. */
function toFacts(body: Static<typeof Answer>): TokenFacts {
  const fields = toFields(body)
  const [token, code] = [toFields(fields['token']), toFields(fields['contractCode'])]
  return {
    ...nothingKnown,
    isOpenSource: toFlag(code['openSource']),
    isProxy: toFlag(code['isProxy']),
    hasPool: typeof fields['pairAddress'] === 'string' ? true : null,
    name: toName(token['name']),
    symbol: toName(token['symbol']),
    ...(body.simulationSuccess && {
      isHoneypot: body.honeypotResult?.isHoneypot ?? null,
      buyTax: toFraction(body.simulationResult?.buyTax),
      sellTax: toFraction(body.simulationResult?.sellTax),
      transferTax: toFraction(body.simulationResult?.transferTax),
    }),
  }
}

const toFraction = (percent: number | undefined): number | null => (percent === undefined ? null : percent / 100)

const toFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Untrusted text: dropped when it is odd or long. */
const toName = (value: unknown): string | null =>
  typeof value === 'string' && /^[\x20-\x7e]{0,100}$/.test(value) ? value.trim() || null : null
