import { isDeepStrictEqual } from 'node:util'
import { type Config, parseConfig } from '../config.ts'
import type { AttestationConfig } from '../config/read-chain.ts'

/** Settings that are never secret. A new setting is not logged until it is named here. */
const shown = [
  'host',
  'port',
  'publicUrl',
  'serviceName',
  'enrollmentDomain',
  'databasePoolMax',
  'preparedStatements',
  'chainId',
  'chainConfirmations',
  'chainDailyGas',
  'publishRequires',
  'readyBreaker',
  'dispatchIntervalSeconds',
  'drainSeconds',
  'modelSamples',
  'modelDailyBudgetTokens',
  'modelPrice',
  'pushServices',
  'outboundAllow',
  'dnsServers',
  'trustProxy',
  'limitKeyedRoutesByIp',
  'scorers',
  'scoreMaxInFlight',
  'scoreDailyPerNetwork',
  'scoreDailyTotal',
  'storeDailyBytes',
  'logLevel',
] as const satisfies (keyof Config)[]

const isSet = (value: unknown): boolean => value !== null && value !== undefined

/** The configuration for the log: what holds a secret, or may, is only said to be set. */
export function describeConfig(config: Config): Record<string, unknown> {
  return {
    ...Object.fromEntries(shown.map((name) => [name, config[name]])),
    database: config.databaseUrl ? describeServer(config.databaseUrl) : `embedded in ${config.dataDir}`,
    ...(config.databaseDirectUrl && { databaseDirect: describeServer(config.databaseDirectUrl) }),
    ...(config.databaseReadUrl && { databaseRead: describeServer(config.databaseReadUrl) }),
    redis: config.redisUrl ? describeServer(config.redisUrl) : null,
    model: config.model && { provider: config.model.provider, name: config.model.name },
    modelPanel: config.modelPanel.map(({ provider, name }) => ({ provider, name })),
    creatorData: isSet(config.creatorData),
    creatorDataByChain: [...config.creatorDataByChain.keys()],
    tokenRisk: config.tokenRisk && { provider: config.tokenRisk.provider },
    marketData: config.marketData && { provider: config.marketData.provider, chain: config.marketData.chain },
    chainNode: isSet(config.chainRpcUrl),
    chains: config.chains.map(({ chainId, rpcUrl }) => ({ chainId, node: isSet(rpcUrl) })),
    attestation: config.attestation && describeAttestation(config.attestation),
    notify: (['discordUrl', 'telegram', 'email', 'vapid'] as const).filter((name) => isSet(config.notify[name])),
    adminTokens: config.adminTokens.length,
    encryptionKey: isSet(config.encryptionKeys.current),
    metrics: { token: isSet(config.metrics.token), port: config.metrics.port },
    traces: isSet(config.otlp),
  }
}

/** The same without the settings that have their defaults, apart from the database. */
export function describeSettings(config: Config): Record<string, unknown> {
  const usual = describeConfig(parseConfig({}))
  const isUnusual = ([name, value]: [string, unknown]) => name === 'database' || !isDeepStrictEqual(value, usual[name])
  return Object.fromEntries(Object.entries(describeConfig(config)).filter(isUnusual))
}

/** The signer's URL may hold a password. */
const describeAttestation = ({ contract, signer }: AttestationConfig) => ({
  contract,
  signer: 'url' in signer ? { host: new URL(signer.url).host, address: signer.address } : 'a key of the environment',
})

/** Without user, password and parameters. */
function describeServer(text: string): string {
  const { host, pathname } = new URL(text)
  return `${host}${pathname}`
}
