import type { Db, Deps } from './deps.ts'
import { scoreSchema } from './attestation/claim.ts'
import { type ProviderGuard, openProviderGuard } from './platform/provider-guard.ts'
import { UpstreamError } from './platform/upstream-error.ts'
import { openAttester } from './providers/attester-viem.ts'
import type { Attester } from './providers/attester.ts'
import { type AskNode, openChainNode } from './providers/chain-node.ts'
import { openChain } from './providers/chain-viem.ts'
import type { Chain } from './providers/chain.ts'
import { openCreatorData } from './providers/creator-data-txlist.ts'
import type { CreatorData } from './providers/creator-data.ts'
import { openModel } from './providers/model-ai-sdk.ts'
import type { Model } from './providers/model.ts'
import { type AnswerStore, rememberCreatorData, rememberTokenRisk } from './providers/remember.ts'
import { openTokenRisk } from './providers/token-risk-goplus.ts'
import type { TokenRisk } from './providers/token-risk.ts'
import { findAnswer, upsertAnswer } from './signals/store.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'clock' | 'metrics' | 'log'>

interface Guarded<T> {
  provider: T
  guard: ProviderGuard
}

/** The providers that are configured, each behind a guard of its own; null for the others (D16). */
export function openProviders(
  parts: Parts,
): Pick<Deps, 'model' | 'creatorData' | 'tokenRisk' | 'chain' | 'attester' | 'guards'> {
  const model = openJudge(parts)
  const creatorData = openChainData(parts)
  const tokenRisk = openRiskData(parts)
  const chain = openNode(parts)
  return {
    model: model?.provider ?? null,
    creatorData: creatorData?.provider ?? null,
    tokenRisk: tokenRisk?.provider ?? null,
    chain: chain?.provider ?? null,
    attester: openKey(parts),
    guards: [model, creatorData, tokenRisk, chain].flatMap((one) => (one ? [one.guard] : [])),
  }
}

function openJudge(parts: Parts): Guarded<Model> | null {
  const { config, log } = parts
  if (!config.model) return null
  const guard = openGuard(parts, { name: 'model', retries: 2 })
  const onWarning = (warning: string) => log.warn({ warning }, 'the model takes less than it was sent')
  return { provider: openModel({ ...config.model, timeoutMs: config.modelTimeoutMs, guard, onWarning }), guard }
}

function openChainData(parts: Parts): Guarded<CreatorData> | null {
  const { config } = parts
  if (!config.creatorData) return null
  const { chainId, providerTimeoutMs: timeoutMs } = config
  const guard = openGuard(parts, { name: 'creator', retries: 1, rateLimitRestMs: 60_000 })
  const source = openCreatorData({ ...config.creatorData, chainId, timeoutMs, guard })
  return { provider: rememberCreatorData(source, memoryOf(parts, config.creatorData)), guard }
}

function openRiskData(parts: Parts): Guarded<TokenRisk> | null {
  const { config, clock } = parts
  if (!config.tokenRisk) return null
  const { chainId, providerTimeoutMs: timeoutMs } = config
  const guard = openGuard(parts, { name: 'risk', retries: 1, rateLimitRestMs: 60_000 })
  const source = openTokenRisk({ ...config.tokenRisk, chainId, timeoutMs, guard, clock })
  return { provider: rememberTokenRisk(source, memoryOf(parts, config.tokenRisk)), guard }
}

function openNode(parts: Parts): Guarded<Chain> | null {
  const { chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = parts.config
  if (!url) return null
  const guard = openGuard(parts, { name: 'chain', retries: 1 })
  return { provider: openChain({ url, chainId, timeoutMs, guard }), guard }
}

/** Without a guard: its calls are a few jobs' that are repeated anyway, and must not take a replica's reads away (D53). */
function openKey({ config, clock, metrics }: Parts): Attester | null {
  const { attestation, chainRpcUrl: url, chainId, providerTimeoutMs: timeoutMs } = config
  if (!attestation || !url) return null
  const ask = countCalls(openChainNode({ url, timeoutMs }), metrics)
  return openAttester({ ask, chainId, ...attestation, schema: scoreSchema, clock })
}

const countCalls =
  (ask: AskNode, { providerCalls }: Deps['metrics']): AskNode =>
  async (...call) => {
    try {
      const answer = await ask(...call)
      providerCalls.inc({ provider: 'attester', outcome: 'ok' })
      return answer
    } catch (error) {
      if (error instanceof UpstreamError) providerCalls.inc({ provider: 'attester', outcome: error.fault })
      throw error
    }
  }

const openGuard = ({ metrics, clock }: Parts, guard: { name: string; retries: number; rateLimitRestMs?: number }) =>
  openProviderGuard({ ...guard, concurrency: 64, queue: 1024, metrics, clock })

const memoryOf = ({ config, db, clock }: Parts, { url }: { url: string }) => ({
  answers: answersIn(db),
  clock,
  url,
  chainId: config.chainId,
})

const answersIn = (db: Db): AnswerStore => ({
  find: (key, now) => findAnswer(db, key, now),
  save: (answer) => upsertAnswer(db, answer),
})
