import { Type } from 'typebox'
import { isP256Pair, isP256Point } from '../platform/curve-keys.ts'
import { bareUrl, type EnvReader, isMailbox, isMailServer } from '../platform/env.ts'
import { type ConnectionBounds, connectionBounds } from '../platform/http/connections.ts'
import { isNetwork } from '../platform/http/proxies.ts'
import { isDomain, isHost, readPushServices } from '../platform/outbound/outbound-target.ts'
import { isAllowEntry, outboundUses } from '../platform/outbound/outbound.ts'
import { isNameServer } from '../platform/outbound/resolver.ts'
import { checkValue, parseJson } from '../platform/values.ts'

/** Where the service listens, and the name and addresses that it gives itself. */
export interface ServiceConfig {
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
  /** The last line of the messages that wallets sign (D25). */
  enrollmentDomain: string
  /** How pages reach wallets on phones; null: they do not offer it. */
  walletConnect: { projectId: string; relayUrl: string } | null
  /** The JSON of `/.well-known/farcaster.json`; null: there is none, and pages announce no mini app. */
  farcasterManifest: string | null
}

export function readService(env: EnvReader): ServiceConfig {
  const port = env.integer('PORT', { min: 0, max: 65_535 }) ?? 8080
  const givenUrl = env.url('PUBLIC_URL', ['http', 'https'], 'https://launch.example', bareUrl)
  const publicUrl = givenUrl === null ? `http://localhost:${port}` : new URL(givenUrl).href
  return {
    host: env.checked('HOST', isHost, 'must be an address or a host name, like 127.0.0.1') ?? '127.0.0.1',
    port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    hasPublicUrl: env.text('PUBLIC_URL') !== null,
    serviceName:
      env.checked('SERVICE_NAME', isServiceName, 'must be 1 to 64 printable ASCII characters with a letter or digit') ??
      'Launchscore',
    contactUrl: env.url('CONTACT_URL', ['https', 'mailto'], 'https://launch.example/report'),
    enrollmentDomain:
      env.checked('ENROLLMENT_DOMAIN', isDomain, 'must be a host like launch.example or launch.example:8443') ??
      getHost(publicUrl),
    walletConnect: readWalletConnect(env),
    farcasterManifest: env.checked(
      'FARCASTER_MANIFEST',
      isFarcasterManifest,
      'must be a JSON object with accountAssociation (header, payload, signature) and miniapp (version, name, homeUrl)',
    ),
  }
}

function readWalletConnect(env: EnvReader): ServiceConfig['walletConnect'] {
  const projectId = env.checked(
    'WALLETCONNECT_PROJECT_ID',
    (value) => /^[\w-]{1,64}$/.test(value),
    'must be the id of a project, of letters and digits',
  )
  return projectId === null ? null : { projectId, relayUrl: 'wss://relay.walletconnect.org' }
}

const text = Type.String({ minLength: 1 })
const MiniApp = Type.Object({ version: text, name: text, homeUrl: text })

/** As far as a client needs it to open the mini app. `frame` is the former name of `miniapp`. */
const FarcasterManifest = Type.Intersect([
  Type.Object({ accountAssociation: Type.Object({ header: text, payload: text, signature: text }) }),
  Type.Union([Type.Object({ miniapp: MiniApp }), Type.Object({ frame: MiniApp })]),
])

const isFarcasterManifest = (value: string): boolean => checkValue(FarcasterManifest, parseJson(value))

/** It is a line of the messages that wallets sign, and its letters and digits name the webhook headers. */
const isServiceName = (value: string) => /^[\x20-\x7e]{1,64}$/.test(value) && /[A-Za-z0-9]/.test(value)

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : '')

/** Which hosts the service connects to, and how it tells its callers apart. */
export interface NetworkConfig {
  /** Hosts that browsers' push endpoints may have; `*.` stands for subdomains (D84). */
  pushServices: string[]
  /** Hosts exempt from the network rules (D44): `host[:port]` for every use, `use=host[:port]` for one. */
  outboundAllow: string[]
  /** Name servers for the hosts that strangers name; empty: the system's. */
  dnsServers: string[]
  trustProxy: string[]
  /** Whether the limit per address of routes without a row of their own applies to key holders too (D68). */
  limitKeyedRoutesByIp: boolean
}

export const readNetwork = (env: EnvReader): NetworkConfig => ({
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
  trustProxy: env.list(
    'TRUST_PROXY',
    isNetwork,
    'must be a comma-separated list of addresses or CIDRs like 10.0.0.0/8',
  ),
  limitKeyedRoutesByIp: env.choice('LIMIT_KEYED_ROUTES_BY_IP', ['on', 'off']) !== 'off',
})

/** The notification channels besides the log. */
export interface NotifyConfig {
  /** Which launches are announced on Discord, Telegram and by e-mail. */
  announce: 'all' | 'not_red' | 'approved'
  discordUrl: string | null
  telegram: { token: string; chat: string } | null
  email: { smtpUrl: string; from: string; to: string } | null
  /** The pair that signs for web push, in base64url. */
  vapid: { publicKey: string; privateKey: string } | null
}

/** Reads the variables that begin with NOTIFY_. */
export const readNotify = (env: EnvReader): NotifyConfig => ({
  announce: env.choice('NOTIFY_ANNOUNCE', ['all', 'not_red', 'approved']) ?? 'not_red',
  discordUrl: env.url('NOTIFY_DISCORD_URL', ['https', 'http'], 'https://discord.com/api/webhooks/…', ['credentials']),
  telegram: readTelegram(env),
  email: readEmail(env),
  vapid: readVapid(env),
})

function readTelegram(env: EnvReader): NotifyConfig['telegram'] {
  env.together(['NOTIFY_TELEGRAM_TOKEN', 'NOTIFY_TELEGRAM_CHAT'])
  const token = env.checked('NOTIFY_TELEGRAM_TOKEN', (value) => /^[\w:-]+$/.test(value), 'must be a bot token')
  const chat = env.checked(
    'NOTIFY_TELEGRAM_CHAT',
    (value) => /^(@\w+|-?\d+)$/.test(value),
    'must be a chat id or the @name of a channel',
  )
  return token && chat ? { token, chat } : null
}

/** Mail goes to the address in the query (`?to=`), else to the sender's. */
function readEmail(env: EnvReader): NotifyConfig['email'] {
  env.together(['NOTIFY_SMTP_URL', 'NOTIFY_EMAIL_FROM'])
  const smtpUrl = env.url('NOTIFY_SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587?to=team@launch.example')
  const from = env.checked('NOTIFY_EMAIL_FROM', isMailbox, 'must be an address like Launches <launches@launch.example>')
  const server = smtpUrl ? URL.parse(smtpUrl) : null
  const to = server?.searchParams.get('to')
  if (server && !isMailServer(server))
    env.problem('NOTIFY_SMTP_URL', 'must name a host; percent-encode the user name and password')
  if (to && !to.split(',').every(isMailbox)) env.problem('NOTIFY_SMTP_URL', 'must have valid addresses in ?to=')
  return smtpUrl && from ? { smtpUrl, from, to: to || from } : null
}

function readVapid(env: EnvReader): NotifyConfig['vapid'] {
  env.together(['NOTIFY_VAPID_PUBLIC', 'NOTIFY_VAPID_PRIVATE'])
  const publicKey = env.checked('NOTIFY_VAPID_PUBLIC', isP256Point, 'must be a point on P-256 (65 bytes) in base64url')
  const privateKey = env.text('NOTIFY_VAPID_PRIVATE')
  if (!publicKey || !privateKey) return null
  if (isP256Point(publicKey) && !isP256Pair(publicKey, privateKey))
    env.problem('NOTIFY_VAPID_PRIVATE', 'must be the private key (32 bytes in base64url) of NOTIFY_VAPID_PUBLIC')
  return { publicKey: unpadded(publicKey), privateKey: unpadded(privateKey) }
}

const unpadded = (text: string) => text.replace(/=+$/, '')

/** Deadlines and bounds that no variable sets; tests replace them. */
export interface Bounds {
  /** A statement on a database server takes at most this long: far above any of ours, well within a scoring's deadline. */
  statementTimeoutMs: number
  connections: ConnectionBounds
  /** `/ready` fails, and `/metrics` leaves figures out, when the database takes longer than this (D53). */
  healthTimeoutMs: number
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** The maximum time between two messages of a scoring that is streamed as events. */
  heartbeatMs: number
  /** How long a publish request waits for the attestation to be in a block (D38). */
  publishWaitMs: number
  attesting: {
    /** A transaction that is in no block is sent again after this. */
    resendMs: number
    /** A transaction that is in no block is signed again with higher fees after this. */
    bumpMs: number
    /** The maximum gas price in wei; nothing is signed above it. */
    feePerGasCap: bigint
    /**
     * The maximum number of transactions that are not in a block yet, because transaction pools accept few per account.
     */
    inFlight: number
  }
  /**
   * The lease of an Idempotency-Key. It is renewed while the work runs, so a dead process holds the key for at most
   * this long.
   */
  keyLeaseMs: number
  /** Verifying a signature takes at most this long. */
  signatureDeadlineMs: number
  /** The deadline of a delivery attempt, from the DNS lookup to the last byte of the response. */
  deliveryDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
  /** The deadline for all samples, from the start of the measurement. */
  samplingDeadlineMs: number
}

export const bounds: Bounds = {
  statementTimeoutMs: 10_000,
  connections: connectionBounds,
  healthTimeoutMs: 1000,
  scoreDeadlineMs: 25_000,
  heartbeatMs: 5_000,
  publishWaitMs: 15_000,
  attesting: { resendMs: 10_000, bumpMs: 30_000, feePerGasCap: 500n * 10n ** 9n, inFlight: 16 },
  keyLeaseMs: 5_000,
  signatureDeadlineMs: 15_000,
  deliveryDeadlineMs: 10_000,
  providerTimeoutMs: 10_000,
  modelTimeoutMs: 20_000,
  samplingDeadlineMs: 20_000,
}
