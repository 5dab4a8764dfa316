import { BlockList, isIP } from 'node:net'
import { type Environment, type EnvReader, openEnv } from './platform/env.ts'
import { isAllowEntry } from './platform/outbound.ts'
import { isP256Pair, isP256Point } from './platform/p256-key.ts'

/** What a deployment sets; units stand last in the names. */
export interface Config {
  host: string
  /** 0: any free port. */
  port: number
  /** Without a slash at its end. */
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
  /** Contract wallets are asked there; null: their signatures can't be verified. */
  chainRpcUrl: string | null
  /** The last line of the messages that wallets sign (D25). */
  enrollmentDomain: string
  readyBreaker: 'fail' | 'report'
  /** What operators bear; null: their routes answer 503. */
  adminToken: string | null
  /** How often the service looks for what is due; 0 leaves it to the outside caller (D31). */
  dispatchIntervalSeconds: number
  /** The transports of notifications beside the log. */
  notify: {
    discordUrl: string | null
    telegram: { token: string; chat: string } | null
    email: { smtpUrl: string; from: string; to: string } | null
    /** The pair that signs for web push, in base64url. */
    vapid: { publicKey: string; privateKey: string } | null
  }
  outboundAllow: string[]
  trustProxy: string[]
  logLevel: string
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** Verifying a signature takes at most this long. */
  signatureDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
  /** Variables that are set, and valid, but have no effect in this version. */
  unused: string[]
}

/** Reads the whole environment, or throws `ConfigError` with one line per problem. */
export function parseConfig(environment: Environment = process.env): Config {
  const env = openEnv(environment)
  const port = env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080
  const publicUrl = env.url('PUBLIC_URL', ['http', 'https'], 'https://launch.example') ?? `http://localhost:${port}`
  const config: Config = {
    host: env.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    serviceName:
      env.checked('SERVICE_NAME', isServiceName, 'must be one line of at most 64 characters with a letter or digit') ??
      'Launchscore',
    dataDir: env.text('DATA_DIR') ?? './data',
    databaseUrl: env.url('DATABASE_URL', ['postgres', 'postgresql'], 'postgres://user:password@host:5432/database'),
    preparedStatements: env.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
    model: readModel(env),
    modelDailyBudgetTokens: env.integer('MODEL_DAILY_BUDGET_TOKENS', { min: 1 }),
    creatorData: readCreatorData(env, environment['CREATOR_DATA_CHAIN_PARAM']),
    tokenRisk: readTokenRisk(env),
    chainId: env.integer('CHAIN_ID', { min: 1 }) ?? 8453,
    chainRpcUrl: env.url('CHAIN_RPC_URL', ['http', 'https'], 'https://mainnet.base.org'),
    enrollmentDomain:
      env.checked('ENROLLMENT_DOMAIN', isDomain, 'must be a host like launch.example') ?? hostOf(publicUrl),
    readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
    adminToken: env.checked('ADMIN_TOKEN', (value) => value.length >= 16, 'must have at least 16 characters'),
    dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
    notify: {
      discordUrl: env.url('NOTIFY_DISCORD_URL', ['https', 'http'], 'https://discord.com/api/webhooks/…'),
      telegram: readTelegram(env),
      email: readEmail(env),
      vapid: readVapid(env),
    },
    outboundAllow: env.list('OUTBOUND_ALLOW', isAllowEntry, 'must list host or host:port, separated by commas'),
    trustProxy: env.list('TRUST_PROXY', isNetwork, 'must list addresses or CIDRs like 10.0.0.0/8, separated by commas'),
    logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
    scoreDeadlineMs: 25_000,
    signatureDeadlineMs: 15_000,
    providerTimeoutMs: 10_000,
    modelTimeoutMs: 20_000,
    unused: readUnused(env),
  }
  env.finish()
  return config
}

function readModel(env: EnvReader): Config['model'] {
  env.needs(['MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY'], 'MODEL_PROVIDER')
  const provider = env.choice('MODEL_PROVIDER', ['openai', 'anthropic'])
  const baseUrl = env.url('MODEL_BASE_URL', ['http', 'https'], 'http://127.0.0.1:11434/v1')
  const name = env.text('MODEL_NAME')
  const apiKey = env.text('MODEL_API_KEY')
  if (provider && !name) env.problem('MODEL_NAME', 'is missing: MODEL_PROVIDER is set and needs it')
  if (provider && !baseUrl && !apiKey) env.problem('MODEL_API_KEY', `is missing: ${provider} asks for one`)
  return provider && name ? { provider, baseUrl, name, apiKey } : null
}

/** An empty CREATOR_DATA_CHAIN_PARAM is a value: the instance serves one chain and takes no such parameter. */
function readCreatorData(env: EnvReader, chainParam = 'chainid'): Config['creatorData'] {
  env.needs(['CREATOR_DATA_KEY'], 'CREATOR_DATA_URL')
  env.checked('CREATOR_DATA_CHAIN_PARAM', (value) => /^\w+$/.test(value), 'must be the name of a query parameter')
  const url = env.url('CREATOR_DATA_URL', ['http', 'https'], 'https://api.etherscan.io/v2/api')
  return url ? { url, key: env.text('CREATOR_DATA_KEY'), chainParam: chainParam.trim() } : null
}

function readTokenRisk(env: EnvReader): Config['tokenRisk'] {
  env.needs(['TOKEN_RISK_KEY'], 'TOKEN_RISK_URL')
  const url = env.url('TOKEN_RISK_URL', ['http', 'https'], 'https://api.gopluslabs.io')
  return url ? { url, key: env.text('TOKEN_RISK_KEY') } : null
}

function readTelegram(env: EnvReader): Config['notify']['telegram'] {
  env.together(['NOTIFY_TELEGRAM_TOKEN', 'NOTIFY_TELEGRAM_CHAT'])
  const token = env.checked('NOTIFY_TELEGRAM_TOKEN', (value) => /^[\w:-]+$/.test(value), 'must be a bot’s token')
  const chat = env.checked(
    'NOTIFY_TELEGRAM_CHAT',
    (value) => /^(@\w+|-?\d+)$/.test(value),
    'must be the id of a chat or the @name of a channel',
  )
  return token && chat ? { token, chat } : null
}

/** Mail goes to the address in the query (`?to=`), else to the sender's. */
function readEmail(env: EnvReader): Config['notify']['email'] {
  env.together(['NOTIFY_SMTP_URL', 'NOTIFY_EMAIL_FROM'])
  const smtpUrl = env.url('NOTIFY_SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587?to=team@launch.example')
  const from = env.checked('NOTIFY_EMAIL_FROM', isMailbox, 'must be an address like Launches <launches@launch.example>')
  const server = smtpUrl ? URL.parse(smtpUrl) : null
  const to = server?.searchParams.get('to')
  if (server && !isMailServer(server))
    env.problem('NOTIFY_SMTP_URL', 'must name a host, and user and password percent-encoded')
  if (to && !to.split(',').every(isMailbox)) env.problem('NOTIFY_SMTP_URL', 'must hold addresses in ?to=')
  return smtpUrl && from ? { smtpUrl, from, to: to || from } : null
}

function readVapid(env: EnvReader): Config['notify']['vapid'] {
  env.together(['NOTIFY_VAPID_PUBLIC', 'NOTIFY_VAPID_PRIVATE'])
  const publicKey = env.checked('NOTIFY_VAPID_PUBLIC', isP256Point, 'must be a point of P-256 (65 bytes) in base64url')
  const privateKey = env.text('NOTIFY_VAPID_PRIVATE')
  if (!publicKey || !privateKey) return null
  if (isP256Point(publicKey) && !isP256Pair(publicKey, privateKey))
    env.problem('NOTIFY_VAPID_PRIVATE', 'must be the private key (32 bytes in base64url) of NOTIFY_VAPID_PUBLIC')
  return { publicKey: unpadded(publicKey), privateKey: unpadded(privateKey) }
}

const unpadded = (text: string) => text.replace(/=+$/, '')

function isMailServer({ hostname, username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return hostname !== ''
  } catch {
    return false
  }
}

const isMailbox = (value: string) => /^\s*([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/u.test(value)

/** Checked all the same, so that a mistake shows at the first start and not with the version that needs the value. */
function readUnused(env: EnvReader): string[] {
  env.url('REDIS_URL', ['redis', 'rediss'], 'redis://127.0.0.1:6379')
  env.checked('ENCRYPTION_KEY', isKey, 'must be 32 bytes in base64')
  env.list('ENCRYPTION_KEY_PREVIOUS', isKey, 'must list keys of 32 bytes in base64, separated by commas')
  env.checked('ATTESTATION_CONTRACT', (value) => /^0x[0-9a-fA-F]{40}$/.test(value), 'must be an address')
  env.checked(
    'ATTESTER_KEY',
    (value) => /^0x[0-9a-fA-F]{64}$/.test(value),
    'must be a private key of 0x and 64 hex digits',
  )
  env.needs(['ATTESTATION_CONTRACT', 'ATTESTER_KEY'], 'CHAIN_RPC_URL')
  env.together(['ATTESTATION_CONTRACT', 'ATTESTER_KEY'])
  env.integer('CHAIN_CONFIRMATIONS', { min: 1, max: 1000 })
  env.integer('CHAIN_DAILY_GAS', { min: 1 })
  env.integer('MODEL_SAMPLES', { min: 1, max: 5 })
  env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'], 'http://127.0.0.1:4318')
  return unusedNames.filter((name) => env.text(name) !== null)
}

const unusedNames = [
  'REDIS_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'ATTESTATION_CONTRACT',
  'ATTESTER_KEY',
  'CHAIN_CONFIRMATIONS',
  'CHAIN_DAILY_GAS',
  'MODEL_SAMPLES',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]

const isKey = (value: string) => /^[A-Za-z0-9+/]{43}=$/.test(value)

/** It is a line of the messages that wallets sign, and its letters and digits name the webhook headers. */
const isServiceName = (value: string) => /^[\x20-\x7e]{1,64}$/.test(value) && /[A-Za-z0-9]/.test(value)

/** One word of a signed line, with the port where there is one, as browsers write `location.host`. */
const isDomain = (value: string) => /^[a-z0-9._:[\]-]{1,255}$/.test(value)

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}
