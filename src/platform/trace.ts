import { AsyncLocalStorage } from 'node:async_hooks'

export interface Trace {
  traceId: string
  traceparent: string
  startSpan?: (span: SpanStart) => OpenSpan
}

type SpanAttributes = Record<string, string | number | boolean>

export interface SpanStart {
  name: string
  /** `server`: a request that we answer; `client`: a call that we make. */
  kind: 'server' | 'client' | 'internal'
  attributes?: SpanAttributes
  startedAtMs?: number
}

export interface OpenSpan {
  trace: Trace
  /** `error` is the kind of failure, never its message, which may hold user data. */
  end: (result?: { attributes?: SpanAttributes; error?: string }) => void
}

/** Starts spans without a parent in this process. */
export interface Tracer {
  start: (span: SpanStart, parent?: Traceparent) => OpenSpan
  close: () => Promise<void>
}

const traces = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace | undefined => traces.getStore()

/** Only for providers of the operator's choice. */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  return trace ? { traceparent: trace.traceparent } : {}
}

export const runInTrace = <T>(trace: Trace | undefined, work: () => T): T => (trace ? traces.run(trace, work) : work())

export function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = currentTrace()?.startSpan?.(start)
  return span ? endAfter(span, work) : work()
}

export async function endAfter<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const value = await runInTrace(span.trace, work)
    span.end()
    return value
  } catch (error) {
    span.end({ error: toErrorType(error) })
    throw error
  }
}

/** The class of an error, or the fault that it names. */
function toErrorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('fault' in error && typeof error.fault === 'string') return error.fault
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

export interface Traceparent {
  traceId: string
  spanId: string
  isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const invalid = { version: 'ff', traceId: '0'.repeat(32), spanId: '0'.repeat(16) }

export function parseTraceparent(header: unknown): Traceparent | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header.trim()) ?? []
  if (version === invalid.version || traceId === invalid.traceId || spanId === invalid.spanId) return undefined
  // Later versions may append fields; version 00 has none.
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: Traceparent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
