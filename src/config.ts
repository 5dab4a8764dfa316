import { BlockList, isIP } from 'node:net'
import { isEncryptionKey, parseEncryptionKey } from './platform/encryption-key.ts'
import { type Environment, type EnvReader, type UrlPart, openEnv } from './platform/env.ts'
import { isAllowEntry } from './platform/outbound.ts'
import { parseAddress, isZeroAddress, toChecksumAddress } from './platform/address.ts'
import { isP256Pair, isP256Point } from './platform/p256-key.ts'
import { isSecp256k1Key } from './platform/secp256k1-key.ts'

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
  /** Where replicas share their limits; null: each process keeps its own in memory. */
  redisUrl: string | null
  /** A statement on a database server takes at most this long: far above any of ours, well within a scoring's deadline. */
  statementTimeoutMs: number
  model: { provider: 'openai' | 'anthropic'; baseUrl: string | null; name: string; apiKey: string | null } | null
  modelDailyBudgetTokens: number | null
  creatorData: { url: string; key: string | null; chainParam: string } | null
  tokenRisk: { url: string; key: string | null } | null
  chainId: number
  /** Contract wallets are asked there; null: their signatures can't be verified. */
  chainRpcUrl: string | null
  /** The contract (EIP-55) and the private key that attest; null: publishing answers 503. */
  attestation: { contract: `0x${string}`; key: `0x${string}` } | null
  /** Blocks until an attestation counts as landed (D38). */
  chainConfirmations: number
  /** Gas that attestations may take in a UTC day. */
  chainDailyGas: number | null
  /** The last line of the messages that wallets sign (D25). */
  enrollmentDomain: string
  readyBreaker: 'fail' | 'report'
  /** What operators bear; null: their routes answer 503. */
  adminToken: string | null
  /** What seals secrets at rest, the current one first; empty: a server needs ENCRYPTION_KEY, embedded one is made. */
  encryptionKeys: { current: Buffer | null; previous: Buffer[] }
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
    mostFeePerGas: bigint
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
  /** Variables that are set, and valid, but have no effect in this version. */
  unused: string[]
}

/** Reads the whole environment, or throws `ConfigError` with one line per problem. */
export function parseConfig(environment: Environment = process.env): Config {
  const env = openEnv(environment)
  const port = env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080
  const publicUrl =
    env.url('PUBLIC_URL', ['http', 'https'], 'https://launch.example', bare) ?? `http://localhost:${port}`
  const config: Config = {
    host: env.checked('HOST', isHost, 'must be an address or a host name, like 127.0.0.1') ?? '127.0.0.1',
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    serviceName:
      env.checked('SERVICE_NAME', isServiceName, 'must be one line of at most 64 characters with a letter or digit') ??
      'Launchscore',
    dataDir: env.text('DATA_DIR') ?? './data',
    databaseUrl: env.url('DATABASE_URL', ['postgres', 'postgresql'], 'postgres://user:password@host:5432/database'),
    preparedStatements: env.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
    redisUrl: env.url('REDIS_URL', ['redis', 'rediss'], 'redis://127.0.0.1:6379'),
    statementTimeoutMs: 10_000,
    model: readModel(env),
    modelDailyBudgetTokens: env.integer('MODEL_DAILY_BUDGET_TOKENS', { min: 1 }),
    creatorData: readCreatorData(env, environment['CREATOR_DATA_CHAIN_PARAM']),
    tokenRisk: readTokenRisk(env),
    chainId: env.integer('CHAIN_ID', { min: 1 }) ?? 8453,
    chainRpcUrl: env.url('CHAIN_RPC_URL', ['http', 'https'], 'https://mainnet.base.org'),
    attestation: readAttestation(env),
    chainConfirmations: env.integer('CHAIN_CONFIRMATIONS', { min: 1, max: 1000 }) ?? 1,
    chainDailyGas: env.integer('CHAIN_DAILY_GAS', { min: 1 }),
    enrollmentDomain:
      env.checked('ENROLLMENT_DOMAIN', isDomain, 'must be a host like launch.example or launch.example:8443') ??
      hostOf(publicUrl),
    readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
    adminToken: env.checked('ADMIN_TOKEN', (value) => value.length >= 16, 'must have at least 16 characters'),
    encryptionKeys: readEncryptionKeys(env),
    dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
    notify: {
      discordUrl: env.url('NOTIFY_DISCORD_URL', ['https', 'http'], 'https://discord.com/api/webhooks/…', [
        'credentials',
      ]),
      telegram: readTelegram(env),
      email: readEmail(env),
      vapid: readVapid(env),
    },
    outboundAllow: env.list('OUTBOUND_ALLOW', isAllowEntry, 'must list host or host:port, separated by commas'),
    trustProxy: env.list('TRUST_PROXY', isNetwork, 'must list addresses or CIDRs like 10.0.0.0/8, separated by commas'),
    logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
    scoreDeadlineMs: 25_000,
    publishWaitMs: 15_000,
    attesting: { resendMs: 10_000, bumpMs: 30_000, finalBlocks: 64, mostFeePerGas: 500n * 10n ** 9n, inFlight: 16 },
    keyLeaseMs: 5_000,
    signatureDeadlineMs: 15_000,
    deliveryDeadlineMs: 10_000,
    providerTimeoutMs: 10_000,
    modelTimeoutMs: 20_000,
    unused: readUnused(env),
  }
  env.finish()
  return config
}

/** What is appended to, or shown, is an address and its path alone. */
const bare: UrlPart[] = ['credentials', 'query']

function readModel(env: EnvReader): Config['model'] {
  env.needs(['MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY'], 'MODEL_PROVIDER')
  const provider = env.choice('MODEL_PROVIDER', ['openai', 'anthropic'])
  const baseUrl = env.url('MODEL_BASE_URL', ['http', 'https'], 'http://127.0.0.1:11434/v1', bare)
  const name = env.text('MODEL_NAME')
  const apiKey = env.text('MODEL_API_KEY')
  if (provider && !name) env.problem('MODEL_NAME', 'is missing: MODEL_PROVIDER is set and needs it')
  if (provider && env.text('MODEL_BASE_URL') === null && !apiKey)
    env.problem('MODEL_API_KEY', `is missing: ${provider} asks for one`)
  return provider && name ? { provider, baseUrl, name, apiKey } : null
}

/** An empty CREATOR_DATA_CHAIN_PARAM is a value: the instance serves one chain and takes no such parameter. */
function readCreatorData(env: EnvReader, chainParam = 'chainid'): Config['creatorData'] {
  env.needs(['CREATOR_DATA_KEY'], 'CREATOR_DATA_URL')
  env.checked('CREATOR_DATA_CHAIN_PARAM', (value) => /^\w+$/.test(value), 'must be the name of a query parameter')
  const url = env.url('CREATOR_DATA_URL', ['http', 'https'], 'https://api.etherscan.io/v2/api', ['credentials'])
  return url ? { url, key: env.text('CREATOR_DATA_KEY'), chainParam: chainParam.trim() } : null
}

function readTokenRisk(env: EnvReader): Config['tokenRisk'] {
  env.needs(['TOKEN_RISK_KEY'], 'TOKEN_RISK_URL')
  const url = env.url('TOKEN_RISK_URL', ['http', 'https'], 'https://api.gopluslabs.io', bare)
  return url ? { url, key: env.text('TOKEN_RISK_KEY') } : null
}

function readAttestation(env: EnvReader): Config['attestation'] {
  env.needs(['ATTESTATION_CONTRACT', 'ATTESTER_KEY'], 'CHAIN_RPC_URL')
  env.together(['ATTESTATION_CONTRACT', 'ATTESTER_KEY'])
  const contract = env.checked('ATTESTATION_CONTRACT', isContract, 'must be an address: 0x and 40 hex digits')
  const key = env.checked('ATTESTER_KEY', isSecp256k1Key, 'must be a private key: 0x and 64 hex digits')
  if (contract === null || key === null || !isContract(contract)) return null
  return { contract: toChecksumAddress(contract) as `0x${string}`, key: key as `0x${string}` }
}

function isContract(value: string): boolean {
  const parsed = parseAddress(value)
  return 'address' in parsed && !isZeroAddress(parsed.address)
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

function readEncryptionKeys(env: EnvReader): Config['encryptionKeys'] {
  const current = env.checked('ENCRYPTION_KEY', isEncryptionKey, 'must be 32 bytes in base64')
  const rule = 'must list keys of 32 bytes in base64, separated by commas'
  const previous = env.list('ENCRYPTION_KEY_PREVIOUS', isEncryptionKey, rule)
  return { current: current ? parseEncryptionKey(current) : null, previous: previous.map(parseEncryptionKey) }
}

/** Checked all the same, so that a mistake shows at the first start and not with the version that needs the value. */
function readUnused(env: EnvReader): string[] {
  env.integer('MODEL_SAMPLES', { min: 1, max: 5 })
  env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'], 'http://127.0.0.1:4318', ['credentials'])
  return unusedNames.filter((name) => env.text(name) !== null)
}

const unusedNames = ['MODEL_SAMPLES', 'OTEL_EXPORTER_OTLP_ENDPOINT']

/** It is a line of the messages that wallets sign, and its letters and digits name the webhook headers. */
const isServiceName = (value: string) => /^[\x20-\x7e]{1,64}$/.test(value) && /[A-Za-z0-9]/.test(value)

/** An address, or a name: one that ends in digits is neither. */
const isHost = (value: string) =>
  isIP(value) !== 0 ||
  (value.split('.').every((label) => /^[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?$/i.test(label)) && !/(^|\.)\d+$/.test(value))

/** One word of a signed line, with the port where there is one, as browsers write `location.host`. */
function isDomain(value: string): boolean {
  const [, ipv6, name = '', port = '443'] =
    /^(?:\[([\da-f:.]+)\]|([a-z\d._-]{1,253}))(?::(\d{1,5}))?$/.exec(value) ?? []
  return (ipv6 === undefined ? isHost(name) : isIP(ipv6) === 6) && Number(port) >= 1 && Number(port) <= 65_535
}

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
