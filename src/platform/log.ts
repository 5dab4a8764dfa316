import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTrace } from './tracing/trace.ts'

export type Log = Logger

/**
 * Structured logs, on standard output unless given another destination. Lines of work that belongs to a trace have its id.
 * Headers, bodies and provider URLs are never logged, because they may hold secrets.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, base: null, mixin: addTraceId, redact: formOptions }, destination)

/** @fastify/multipart logs the headers of a request with the options of its parser. */
const formOptions = { paths: ['busboyOptions'], remove: true }

function addTraceId(): { traceId?: string } {
  const trace = currentTrace()
  return trace ? { traceId: trace.traceId } : {}
}
