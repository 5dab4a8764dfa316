import { type EnvReader, readDecimal } from '../platform/env.ts'
import { bearerTokenRule, isBearerToken } from '../platform/http/headers.ts'

/** The settings by which operators watch and run a process. */
export interface OperationConfig {
  readyBreaker: 'fail' | 'report'
  /** The token that `/metrics` requires, and its separate port; null: no token, and the public port. */
  metrics: { token: string | null; port: number | null }
  /** Where traces are exported to; null: nowhere. */
  otlp: OtlpTarget | null
  /** The operators' bearer tokens; none: admin routes answer 503. */
  adminTokens: AdminToken[]
  /** Seconds between two checks for due work; 0: an external scheduler dispatches (D31). */
  dispatchIntervalSeconds: number
  /** From SIGTERM to the closing of the listener, while /ready is 503. */
  drainSeconds: number
  logLevel: string
}

export const readOperation = (env: EnvReader): OperationConfig => ({
  readyBreaker: env.choice('READY_BREAKER', ['fail', 'report']) ?? 'fail',
  metrics: {
    token: env.checked('METRICS_TOKEN', isBearerToken, `must be ${bearerTokenRule}`),
    port: env.integer('METRICS_PORT', { min: 1, max: 65_535 }),
  },
  otlp: readOtlp(env),
  adminTokens: readAdminTokens(env),
  dispatchIntervalSeconds: env.integer('DISPATCH_INTERVAL_SECONDS', { min: 0, max: 3600 }) ?? 5,
  drainSeconds: env.integer('DRAIN_SECONDS', { min: 0, max: 300 }) ?? (env.text('DATABASE_URL') === null ? 0 : 5),
  logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) ?? 'info',
})

/** A bearer token of the operators' routes. */
interface AdminToken {
  /** Names its user in the log. */
  name: string
  token: string
  isReadOnly: boolean
}

/** Reads ADMIN_TOKEN: one token, or several as `name:token` or `name:ro:token`. A token without a name is `admin`'s. */
function readAdminTokens(env: EnvReader): AdminToken[] {
  const entries = env.list(
    'ADMIN_TOKEN',
    isEntry,
    `must have at least ${minLength} characters of ${bearerTokenRule} in each token`,
  )
  const tokens = entries.map(parseEntry)
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length)
    env.problem('ADMIN_TOKEN', 'must have a different name for each token, like alice:token,bob:token')
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length)
    env.problem('ADMIN_TOKEN', 'must not have the same token twice')
  // a name that isn't one would be a part of the token
  if (entries.some((entry) => entry.includes(':') && parseEntry(entry).token === entry))
    env.problem('ADMIN_TOKEN', 'must have names of at most 64 letters, digits, ".", "@", "_" and "-", like alice:token')
  // it would have full access
  if (tokens.some(({ name, token }) => /^ro$/i.test(name) || /^ro:/i.test(token)))
    env.problem('ADMIN_TOKEN', 'must have read-only tokens in the form name:ro:token')
  return tokens
}

const minLength = 32

function isEntry(entry: string): boolean {
  const { token } = parseEntry(entry)
  return token.length >= minLength && isBearerToken(token)
}

function parseEntry(entry: string): AdminToken {
  const [, name = 'admin', mode, token = ''] = /^(?:([\w.@-]{1,64}):(ro:)?)?(.*)$/s.exec(entry) ?? []
  return { name, token, isReadOnly: mode !== undefined }
}

/** Where traces go. The variables have OpenTelemetry's names and meanings. */
export interface OtlpTarget {
  /** The base URL of a receiver of OTLP over HTTP. */
  endpoint: string
  /** Sent with each export; they may hold a key. */
  headers: Record<string, string>
  /** The share of traces that are exported, 0–1. */
  ratio: number
}

/** Reads the variables of the trace export; null: OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
function readOtlp(env: EnvReader): OtlpTarget | null {
  env.needs(['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'], 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'], 'http://127.0.0.1:4318', [
    'credentials',
    'query',
  ])
  const headers = env.list('OTEL_EXPORTER_OTLP_HEADERS', isHeader, 'must be a comma-separated list of name=value')
  const ratio = readDecimal(env, 'OTEL_TRACES_SAMPLER_ARG', 1) ?? 1
  if (endpoint === null || !headers.every(isHeader)) return null
  return { endpoint, headers: Object.fromEntries(headers.map(toHeader)), ratio }
}

/** A value is percent-encoded. */
const isHeader = (entry: string) =>
  /^[\w!#$&'*+.^`|~-]+=(?:[\x21-\x24\x26-\x7e]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e])+$/.test(entry)

function toHeader(entry: string): [name: string, value: string] {
  const at = entry.indexOf('=')
  return [entry.slice(0, at), decodeURIComponent(entry.slice(at + 1))]
}
