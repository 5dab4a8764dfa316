import type { FastifyRequest } from 'fastify'
import {
  currentTrace,
  formatTraceparent,
  type OpenSpan,
  parseTraceparent,
  runInTrace,
  type SpanStart,
  type Trace,
  type Traceparent,
  type Tracer,
} from '../trace.ts'
import { findRoute, getPath } from './allowed-methods.ts'
import type { App } from './app.ts'

/** Probes would fill every trace store. */
const untraced = new Set(['/health', '/ready', '/metrics'])
const maxPath = 256

/**
 * Continues the trace of `traceparent`, or starts one if traces are exported. The returned function runs work in a
 * request's trace outside the context of its hooks.
 */
export function traceRequests(
  app: App,
  tracer: Tracer | null,
  kind: SpanStart['kind'] = 'server',
): <T>(request: FastifyRequest, work: () => T) => T {
  const traces = new WeakMap<FastifyRequest, Trace>()
  app.addHook('onRequest', (request, reply, done) => {
    const parent = parseTraceparent(request.headers.traceparent)
    const isTraced = tracer !== null && !untraced.has(request.routeOptions.url ?? '')
    if (!parent && !isTraced) return done()
    const span = isTraced ? startSpan(tracer, { request, kind }, parent) : undefined
    // `close` comes after each response, also when the client has left.
    if (span) reply.raw.once('close', () => span.end(toResult(reply.raw.statusCode)))
    const trace = span?.trace ?? (parent && { traceId: parent.traceId, traceparent: formatTraceparent(parent) })
    if (trace) traces.set(request, trace)
    runInTrace(trace, done)
  })
  // After the body is parsed, because the parser leaves the asynchronous context of earlier hooks.
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace === currentTrace()) done()
    else runInTrace(trace, done)
  })
  return (request, work) => runInTrace(traces.get(request), work)
}

function startSpan(
  tracer: Tracer,
  { request, kind }: { request: FastifyRequest; kind: SpanStart['kind'] },
  parent: Traceparent | undefined,
): OpenSpan {
  const { method, id } = request
  const route = findRoute(request)
  const attributes = {
    'http.request.method': method,
    'url.path': getPath(request).slice(0, maxPath),
    'url.scheme': request.protocol,
    'launchscore.request.id': id,
    ...(route !== undefined && { 'http.route': route }),
  }
  const name = route === undefined ? method : `${method} ${route}`
  return tracer.start({ name, kind, attributes }, parent)
}

const toResult = (status: number) => ({
  attributes: { 'http.response.status_code': status },
  ...(status >= 500 && { error: String(status) }),
})
