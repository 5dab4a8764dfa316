import { type AdminToken, readAdminTokens } from './config/read-admin-tokens.ts'
import { type AttestationConfig, readAttestation, readFormerAttesters } from './config/read-attestation.ts'
import type { Hex } from 'viem'
import { type DatabaseConfig, readDatabase } from './platform/database-config.ts'
import { type ScoringConfig, readScoring } from './config/read-scoring.ts'
import { type ConnectionBounds, connectionBounds } from './platform/http/connections.ts'
import { type OutcomeClaimsConfig, readOutcomeClaims } from './config/read-outcome-claims.ts'
import { type MarketDataConfig, readMarketData } from './config/read-market-data.ts'
import { type OutcomeVenuesConfig, readOutcomeVenues } from './config/read-outcome-venues.ts'
import { type ModelConfig, readModels } from './config/read-model.ts'
import { type NotifyConfig, readNotify } from './config/read-notify.ts'
import { isEncryptionKey, parseEncryptionKey } from './platform/crypto/encryption-key.ts'
import { type Environment, type EnvReader, type UrlPart, createEnvReader, readDecimal } from './platform/env.ts'
import { isDomain, isHost } from './platform/outbound/host-form.ts'
import { isAllowEntry, outboundUses } from './platform/outbound/outbound.ts'
import { readPushServices } from './platform/outbound/push-services.ts'
import { isNameServer } from './platform/outbound/resolver.ts'
import { isNetwork } from './platform/network/trusted-proxies.ts'
import { type OtlpTarget, readOtlp } from './config/read-otlp.ts'
import { type WalletConnectConfig, readWalletConnect } from './config/read-walletconnect.ts'

/** The settings of a deployment; a name ends in its unit. */
export interface Config
  extends
    DatabaseConfig,
    ScoringConfig,
    MarketDataConfig,
    OutcomeClaimsConfig,
    OutcomeVenuesConfig,
    WalletConnectConfig {
  host: string
  /** 0: any free port. */
  port: number
  /** Without a slash at its end. */
  publicUrl: string
  /** Whether PUBLIC_URL is set; links may lead nowhere without it. */
  hasPublicUrl: boolean
  serviceName: string
  /** Where people report a page or a vulnerability: an https or mailto URL. */
  contactUrl: string | null
  dataDir: string
  /** Where replicas share their limits; null: each process keeps its own in memory. */
  redisUrl: string | null
  /** A statement on a database server takes at most this long: far above any of ours, well within a scoring's deadline. */
  statementTimeoutMs: number
  model: ModelConfig | null
  /** The models that judge beside it. */
  modelPanel: ModelConfig[]
  /** The maximum number of samples for a judged signal. */
  modelSamples: number
  modelDailyBudgetTokens: number | null
  /** The price of a million tokens, in any currency; null: the cost is not counted. */
  modelPrice: { input: number; output: number } | null
  /** The UTC time (`HH:MM`) from which the anchors are judged every day; null: never. */
  evalAnchorsAt: string | null
  creatorData: { url: string; key: string | null; chainParam: string; perMinute: number | null } | null
  tokenRisk: { url: string; key: string | null; perMinute: number | null } | null
  chainId: number
  /** Contract wallets are asked there; null: their signatures can't be verified. */
  chainRpcUrl: string | null
  /** null: publishing responds 503. */
  attestation: AttestationConfig | null
  /** Accounts (EIP-55) whose attestations stay valid although another one attests now. */
  formerAttesters: Hex[]
  /** Blocks until an attestation counts as final (D38). */
  chainConfirmations: number
  /** Gas that attestations may take in a UTC day, over all replicas (D70). */
  chainDailyGas: number
  /** Which scores may be published, and by whom (D70). */
  publishRequires: 'anyone' | 'enrolled' | 'key'
  /** The last line of the messages that wallets sign (D25). */
  enrollmentDomain: string
  readyBreaker: 'fail' | 'report'
  /** `/metrics` only for this bearer, and on a port of its own; null: for anybody, and on the public port. */
  metrics: { token: string | null; port: number | null }
  /** Where traces are exported to; null: nowhere. */
  otlp: OtlpTarget | null
  /** The operators' bearer tokens; none: admin routes answer 503. */
  adminTokens: AdminToken[]
  /** The keys that encrypt stored secrets. `current` is null without ENCRYPTION_KEY; embedded, a key is then generated. */
  encryptionKeys: { current: Buffer | null; previous: Buffer[] }
  /** How often the service looks for what is due; 0 leaves it to the outside caller (D31). */
  dispatchIntervalSeconds: number
  /** From SIGTERM to the closing of the listener, while /ready is 503. */
  drainSeconds: number
  /** The notification channels besides the log. */
  notify: NotifyConfig
  /** Hosts that browsers' push endpoints may have; `*.` stands for subdomains (D84). */
  pushServices: string[]
  /** Hosts exempt from the network rules (D44): `host[:port]` for every use, `use=host[:port]` for one. */
  outboundAllow: string[]
  /** Name servers for the hosts that strangers name; empty: the system's. */
  dnsServers: string[]
  trustProxy: string[]
  /** Whether the limit per address of routes without a row of their own applies to key holders too (D68). */
  limitKeyedRoutesByIp: boolean
  connections: ConnectionBounds
  logLevel: string
  /** Bytes that scorings may store in a UTC day, all together (D83); one client network a tenth of them. */
  storeDailyBytes: number
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** A scoring that is sent as events says at least this often that it goes on. */
  heartbeatMs: number
  /** A publishing waits at most this long for its attestation to land (D38). */
  publishWaitMs: number
  attesting: {
    /** A transaction that is in no block is sent again after this. */
    resendMs: number
    /** A transaction that is in no block is signed again with higher fees after this. */
    bumpMs: number
    /** Blocks after which what happened on the chain counts as final: deeper than its reorganisations go. */
    finalBlocks: number
    /** Wei for a unit of gas; nothing is signed above it. */
    feePerGasCap: bigint
    /** Transactions that may wait for a block at once: pools take few of one account. */
    inFlight: number
  }
  /** A process that works under an Idempotency-Key and died holds the key for this long; one that lives renews its hold. */
  keyLeaseMs: number
  /** Verifying a signature takes at most this long. */
  signatureDeadlineMs: number
  /** A webhook delivery is answered within this, from the name's look-up to the answer's last byte, or has failed. */
  deliveryDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
  /** From the start of a measurement to the end of its sampling. */
  samplingDeadlineMs: number
}

/** Reads the whole environment, or throws `ConfigError` with one line per problem. */
export function parseConfig(environment: Environment = process.env): Config {
  const env = createEnvReader(environment)
  const port = env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080
  const publicUrl =
    env.url('PUBLIC_URL', ['http', 'https'], 'https://launch.example', bare) ?? `http://localhost:${port}`
  const chainId = env.integer('CHAIN_ID', { min: 1 }) ?? 8453
  const config: Config = {
    host: env.checked('HOST', isHost, 'must be an address or a host name, like 127.0.0.1') ?? '127.0.0.1',
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    hasPublicUrl: env.text('PUBLIC_URL') !== null,
    serviceName:
      env.checked('SERVICE_NAME', isServiceName, 'must be one line of at most 64 characters with a letter or digit') ??
      'Launchscore',
    contactUrl: env.url('CONTACT_URL', ['https', 'mailto'], 'https://launch.example/report'),
    dataDir: env.text('DATA_DIR') ?? './data',
    ...readDatabase(env),
    redisUrl: env.url('REDIS_URL', ['redis', 'rediss'], 'redis://127.0.0.1:6379'),
    statementTimeoutMs: 10_000,
    ...readModels(env),
    modelSamples: env.integer('MODEL_SAMPLES', { min: 1, max: 5 }) ?? 5,
    modelDailyBudgetTokens: env.integer('MODEL_DAILY_BUDGET_TOKENS', { min: 1 }),
    modelPrice: readModelPrice(env),
    evalAnchorsAt: readAnchorsTime(env),
    creatorData: readCreatorData(env, environment['CREATOR_DATA_CHAIN_PARAM']),
    tokenRisk: readTokenRisk(env),
    ...readMarketData(env, chainId),
    ...readOutcomeClaims(env),
    ...readOutcomeVenues(env),
    chainId,
    chainRpcUrl: env.url('CHAIN_RPC_URL', ['http', 'https'], 'https://mainnet.base.org'),
    attestation: readAttestation(env),
    formerAttesters: readFormerAttesters(env),
    chainConfirmations: env.integer('CHAIN_CONFIRMATIONS', { min: 1, max: 1000 }) ?? 1,
    chainDailyGas: env.integer('CHAIN_DAILY_GAS', { min: 1 }) ?? 600_000_000,
    publishRequires: env.choice('PUBLISH_REQUIRES', ['anyone', 'enrolled', 'key']) ?? 'anyone',
    enrollmentDomain:
      env.checked('ENROLLMENT_DOMAIN', isDomain, 'must be a host like launch.example or launch.example:8443') ??
      getHost(publicUrl),
    readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
    metrics: {
      token: env.checked('METRICS_TOKEN', (value) => value.length >= 16, 'must have at least 16 characters'),
      port: env.integer('METRICS_PORT', { min: 1, max: 65_535 }),
    },
    otlp: readOtlp(env),
    adminTokens: readAdminTokens(env),
    encryptionKeys: readEncryptionKeys(env),
    dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
    drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300 }) ?? (env.text('DATABASE_URL') === null ? 0 : 5),
    notify: readNotify(env),
    pushServices: readPushServices(env),
    outboundAllow: env.list(
      'OUTBOUND_ALLOW',
      isAllowEntry,
      `must be a comma-separated list of host or host:port, or ${outboundUses.join('=…, ')}=… for one use`,
    ),
    dnsServers: env.list(
      'DNS_SERVERS',
      isNameServer,
      'must be a comma-separated list of addresses like 9.9.9.9 or [::1]:5353',
    ),
    ...readWalletConnect(env),
    ...readScoring(env),
    trustProxy: env.list(
      'TRUST_PROXY',
      isNetwork,
      'must be a comma-separated list of addresses or CIDRs like 10.0.0.0/8',
    ),
    limitKeyedRoutesByIp: env.choice('LIMIT_KEYED_ROUTES_BY_IP', ['on', 'off']) !== 'off',
    connections: connectionBounds,
    logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
    storeDailyBytes: env.integer('STORE_DAILY_BYTES', { min: 1_000_000 }) ?? 2_147_483_648,
    scoreDeadlineMs: 25_000,
    heartbeatMs: 5_000,
    publishWaitMs: 15_000,
    attesting: { resendMs: 10_000, bumpMs: 30_000, finalBlocks: 64, feePerGasCap: 500n * 10n ** 9n, inFlight: 16 },
    keyLeaseMs: 5_000,
    signatureDeadlineMs: 15_000,
    deliveryDeadlineMs: 10_000,
    providerTimeoutMs: 10_000,
    modelTimeoutMs: 20_000,
    samplingDeadlineMs: 20_000,
  }
  env.finish()
  return config
}

/** A URL that is appended to, or shown, has an address and a path alone. */
const bare: UrlPart[] = ['credentials', 'query']

function readAnchorsTime(env: EnvReader): string | null {
  env.needs(['EVAL_ANCHORS_AT'], 'MODEL_PROVIDER')
  return env.checked(
    'EVAL_ANCHORS_AT',
    (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value),
    'must be a UTC time like 03:30',
  )
}

function readModelPrice(env: EnvReader): Config['modelPrice'] {
  env.together(['MODEL_PRICE_INPUT', 'MODEL_PRICE_OUTPUT'])
  const [input, output] = [readDecimal(env, 'MODEL_PRICE_INPUT', 1e6), readDecimal(env, 'MODEL_PRICE_OUTPUT', 1e6)]
  return input === null || output === null ? null : { input, output }
}

/** An empty CREATOR_DATA_CHAIN_PARAM is a value: the instance serves one chain and takes no such parameter. */
function readCreatorData(env: EnvReader, chainParam = 'chainid'): Config['creatorData'] {
  env.needs(['CREATOR_DATA_KEY', 'CREATOR_DATA_PER_MINUTE'], 'CREATOR_DATA_URL')
  const perMinute = env.integer('CREATOR_DATA_PER_MINUTE', { min: 1, max: 1_000_000 })
  env.checked('CREATOR_DATA_CHAIN_PARAM', (value) => /^\w+$/.test(value), 'must be the name of a query parameter')
  const url = env.url('CREATOR_DATA_URL', ['http', 'https'], 'https://api.etherscan.io/v2/api', ['credentials'])
  return url ? { url, key: env.text('CREATOR_DATA_KEY'), chainParam: chainParam.trim(), perMinute } : null
}

function readTokenRisk(env: EnvReader): Config['tokenRisk'] {
  env.needs(['TOKEN_RISK_KEY', 'TOKEN_RISK_PER_MINUTE'], 'TOKEN_RISK_URL')
  const perMinute = env.integer('TOKEN_RISK_PER_MINUTE', { min: 1, max: 1_000_000 })
  const url = env.url('TOKEN_RISK_URL', ['http', 'https'], 'https://api.gopluslabs.io', bare)
  return url ? { url, key: env.text('TOKEN_RISK_KEY'), perMinute } : null
}

function readEncryptionKeys(env: EnvReader): Config['encryptionKeys'] {
  const current = env.checked('ENCRYPTION_KEY', isEncryptionKey, 'must be 32 bytes in base64')
  const rule = 'must be a comma-separated list of 32-byte keys in base64'
  const previous = env.list('ENCRYPTION_KEY_PREVIOUS', isEncryptionKey, rule)
  return { current: current ? parseEncryptionKey(current) : null, previous: previous.map(parseEncryptionKey) }
}

/** It is a line of the messages that wallets sign, and its letters and digits name the webhook headers. */
const isServiceName = (value: string) => /^[\x20-\x7e]{1,64}$/.test(value) && /[A-Za-z0-9]/.test(value)

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : '')
