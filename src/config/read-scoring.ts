import { bareUrl, type EnvReader } from '../platform/env.ts'
import { bearerTokenRule, isBearerToken } from '../platform/http/headers.ts'

/** The access to scoring and its quotas. */
export interface ScoringConfig {
  /** Whether scoring needs an API key (D77). */
  scoreAccess: 'open' | 'key'
  /** Processes beside the service that make scores. 0, as always on the embedded database: the service makes them. */
  scorers: 0 | 1
  /** Scorings under way at once in one process (D82). */
  scoreMaxInFlight: number
  /** Scorings that the holders of a key lineage may begin in a UTC day. */
  scoreDailyByTier: { free: number; pro: number; enterprise: number }
  /** Scorings that a client network may begin in a UTC day without a key; an IPv6 /48 eight times as many (D82). */
  scoreDailyPerNetwork: number
  /** Scorings that all callers together may start in a UTC day; null: no limit. */
  scoreDailyTotal: number | null
}

/** Reads SCORERS and the variables that begin with SCORE_. */
export const readScoring = (env: EnvReader): ScoringConfig => ({
  scoreAccess: env.choice('SCORE_ACCESS', ['open', 'key']) ?? 'open',
  scorers: env.integer('SCORERS', { min: 0, max: 1 }) === 0 ? 0 : 1,
  scoreMaxInFlight: env.integer('SCORE_MAX_IN_FLIGHT', { min: 1, max: 10_000 }) ?? 256,
  scoreDailyByTier: {
    free: env.integer('SCORE_DAILY_FREE', perDay) ?? 2000,
    pro: env.integer('SCORE_DAILY_PRO', perDay) ?? 20_000,
    enterprise: env.integer('SCORE_DAILY_ENTERPRISE', perDay) ?? 200_000,
  },
  scoreDailyPerNetwork: env.integer('SCORE_DAILY_PER_NETWORK', perDay) ?? 2000,
  scoreDailyTotal: env.integer('SCORE_DAILY_TOTAL', perDay),
})

const perDay = { min: 1, max: 100_000_000 }

/** The providers of the facts behind the signals `creator` and `risk`; null: the signal is a stub. */
export interface FactsConfig {
  creatorData: CreatorDataConfig | null
  /** Explorers of single chains, before `creatorData`. */
  creatorDataByChain: ReadonlyMap<number, CreatorDataConfig>
  tokenRisk: {
    provider: (typeof tokenRiskProviders)[number]
    url: string
    key: string | null
    perMinute: number | null
  } | null
}

interface CreatorDataConfig {
  url: string
  key: string | null
  /** Empty: the explorer serves one chain. */
  chainParam: string
  perMinute: number | null
}

const tokenRiskProviders = ['goplus', 'honeypot-is'] as const

export const readFacts = (env: EnvReader): FactsConfig => ({
  creatorData: readCreatorData(env),
  creatorDataByChain: readExplorers(env),
  tokenRisk: readTokenRisk(env),
})

function readCreatorData(env: EnvReader): FactsConfig['creatorData'] {
  env.needs(['CREATOR_DATA_KEY', 'CREATOR_DATA_PER_MINUTE'], 'CREATOR_DATA_URL')
  const perMinute = env.integer('CREATOR_DATA_PER_MINUTE', { min: 1, max: 1_000_000 })
  env.checked('CREATOR_DATA_CHAIN_PARAM', (value) => /^\w+$/.test(value), 'must be the name of a query parameter')
  // empty is a value: the instance serves one chain and takes no such parameter
  const chainParam = env.given('CREATOR_DATA_CHAIN_PARAM') ?? 'chainid'
  const url = env.url('CREATOR_DATA_URL', ['http', 'https'], 'https://api.etherscan.io/v2/api', ['credentials'])
  return url ? { url, key: env.text('CREATOR_DATA_KEY'), chainParam: chainParam.trim(), perMinute } : null
}

const explorerEntry = /^([1-9]\d{0,14})=(https?:\/\/\S+)$/

const isExplorerEntry = (entry: string): boolean => URL.canParse(explorerEntry.exec(entry)?.[2] ?? '')

/** Such an explorer takes neither a key nor a chain parameter: the key is CREATOR_DATA_URL's. */
function readExplorers(env: EnvReader): ReadonlyMap<number, CreatorDataConfig> {
  const entries = env.list(
    'CREATOR_DATA_URLS',
    isExplorerEntry,
    'must be a comma-separated list like 4663=https://robinhoodchain.blockscout.com/api',
  )
  return new Map(
    entries.flatMap((entry) => {
      const [, chainId, url] = explorerEntry.exec(entry) ?? []
      const isGood = chainId !== undefined && url !== undefined
      return isGood ? [[Number(chainId), { url, key: null, chainParam: '', perMinute: null }] as const] : []
    }),
  )
}

function readTokenRisk(env: EnvReader): FactsConfig['tokenRisk'] {
  env.needs(['TOKEN_RISK_PROVIDER', 'TOKEN_RISK_KEY', 'TOKEN_RISK_PER_MINUTE'], 'TOKEN_RISK_URL')
  const provider = env.choice('TOKEN_RISK_PROVIDER', tokenRiskProviders) ?? 'goplus'
  const key = env.checked('TOKEN_RISK_KEY', isBearerToken, `must be ${bearerTokenRule}`)
  const perMinute = env.integer('TOKEN_RISK_PER_MINUTE', { min: 1, max: 1_000_000 })
  const url = env.url('TOKEN_RISK_URL', ['http', 'https'], 'https://api.gopluslabs.io', bareUrl)
  return url ? { provider, url, key, perMinute } : null
}
