import { AsyncLocalStorage } from 'node:async_hooks'
import type { Traceparent } from './traceparent.ts'

/** The trace that the current work belongs to. */
export interface Trace {
  traceId: string
  /** The header for requests that the work sends to providers. */
  traceparent: string
  /** Starts a span below the current one; undefined: spans are not exported. */
  startSpan?: (span: SpanStart) => OpenSpan
}

type SpanAttributes = Record<string, string | number | boolean>

export interface SpanStart {
  name: string
  /** `server`: a request that we answer; `client`: a call that we make. */
  kind: 'server' | 'client' | 'internal'
  attributes?: SpanAttributes
  /** For a span that is reported after its end, by `Date.now()`. */
  startedAtMs?: number
}

export interface OpenSpan {
  /** The trace for the work within the span. */
  trace: Trace
  /** `error` is the kind of failure, never its message, which may hold what users sent. */
  end: (result?: { attributes?: SpanAttributes; error?: string }) => void
}

/** Starts the spans that have no parent in this process. */
export interface Tracer {
  start: (span: SpanStart, parent?: Traceparent) => OpenSpan
  /** Exports what is left. */
  close: () => Promise<void>
}

// This is asynchronous context, not a parameter: statements and provider calls far below the route need it.
const traces = new AsyncLocalStorage<Trace>()

/** The trace of the current work; undefined when it belongs to none. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/** The headers that continue the current trace at a provider. Strangers' hosts never get them. */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  return trace ? { traceparent: trace.traceparent } : {}
}

/** Runs `work` as part of a trace, if there is one. */
export const runInTrace = <T>(trace: Trace | undefined, work: () => T): T => (trace ? traces.run(trace, work) : work())

/** Runs `work` in a span of the current trace; without an exported trace it only runs `work`. */
export function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = currentTrace()?.startSpan?.(start)
  return span ? endAfter(span, work) : work()
}

/** Runs `work` within a span, and ends the span with its outcome. */
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
