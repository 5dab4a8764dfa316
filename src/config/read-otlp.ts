import { type EnvReader, readDecimal } from '../platform/env.ts'

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
export function readOtlp(env: EnvReader): OtlpTarget | null {
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
