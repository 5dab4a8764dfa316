/** What a deployment sets; units stand last in the names. Filled by `parseConfig`. */
export interface Config {
  host: string
  port: number
  publicUrl: string
  serviceName: string
  dataDir: string
  databaseUrl: string | null
  preparedStatements: boolean
  model: { provider: 'openai' | 'anthropic'; baseUrl: string | null; name: string; apiKey: string | null } | null
  modelDailyBudgetTokens: number | null
  creatorData: { url: string; key: string | null; chainParam: string } | null
  tokenRisk: { url: string; key: string | null } | null
  chainId: number
  readyBreaker: 'fail' | 'report'
  outboundAllow: string[]
  trustProxy: string[]
  logLevel: string
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
}
