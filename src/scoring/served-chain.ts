import { hourMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { runAsJob } from '../platform/request-client.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import type { TokenRisk } from '../providers/token-risk.ts'

/**
 * Throws `bad_request` for a chain that one of the configured providers doesn't serve, so that its signal never becomes
 * a stub silently (D96). A provider that isn't configured at all is a stub on each chain. CHAIN_ID is the operator's
 * choice, and the doctor checks it.
 */
export async function requireServed(deps: Deps, chainId: number | undefined, signal: AbortSignal): Promise<void> {
  const { config } = deps
  if (chainId === undefined || chainId === config.chainId) return
  const { creatorData, tokenRisk, market } = sourcesOf(deps, chainId)
  const { creatorData: explorer } = config
  if (explorer && !creatorData) throw refuse(chainId, `the explorer at ${new URL(explorer.url).host}`)
  if (config.marketData && !market) throw refuse(chainId, 'DEX Screener')
  if (tokenRisk && (await servesChain(tokenRisk, deps, signal)) === false) throw refuse(chainId, tokenRisk.source.name)
}

const refuse = (chainId: number, provider: string) =>
  badField('chainId', `${chainId} is not served by ${provider}, which this service uses`)

interface Answer {
  serves: boolean
  until: Date
}

const answers = new WeakMap<TokenRisk, Answer>()

/** An answer counts for an hour. null: the provider doesn't say, which refuses nothing. */
async function servesChain(
  tokenRisk: TokenRisk,
  { clock }: Pick<Deps, 'clock'>,
  signal: AbortSignal,
): Promise<boolean | null> {
  const now = clock.now()
  const known = answers.get(tokenRisk)
  if (known && now < known.until) return known.serves
  const serves = await runAsJob(() => tokenRisk.servesChain(signal))
  if (serves !== null) answers.set(tokenRisk, { serves, until: new Date(now.getTime() + hourMs) })
  return serves
}
