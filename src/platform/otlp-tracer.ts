import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { succeedsWithin } from './resilience/timeouts.ts'
import { formatTraceparent, type OpenSpan, type SpanStart, type Traceparent, type Tracer } from './trace.ts'

// Imported only when traces are exported: the SDK takes memory and start-up time.

interface OtlpOptions {
  endpoint: string
  headers: Record<string, string>
  ratio: number
  resource: { serviceName: string; version: string; instanceId: string }
  /** Called when exports begin to fail, and when they work again. */
  onChange: (state: 'failing' | 'working', reason: string) => void
}

const exportTimeoutMs = 5000
const closeWithinMs = 3000

/** Nothing waits for an export; what exceeds the queue is dropped. */
export function openOtlpTracer(options: OtlpOptions): Tracer {
  const { endpoint, headers, ratio, resource, onChange } = options
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const note = createFaultNote(onChange)
  const exporter = reportFaults(new OTLPTraceExporter({ url, headers, timeoutMillis: exportTimeoutMs }), note)
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': resource.serviceName,
      'service.version': resource.version,
      'service.instance.id': resource.instanceId,
    }),
    // A caller may exclude its trace, but can't force an export: anyone can send the flag.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanLimits: { attributeValueLengthLimit: 2000, attributeCountLimit: 32 },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  const tracer = provider.getTracer('launchscore', resource.version)

  const open = ({ name, kind, attributes = {}, startedAtMs }: SpanStart, parent: Context): OpenSpan => {
    const start = { kind: kinds[kind], attributes, ...(startedAtMs !== undefined && { startTime: startedAtMs }) }
    const span = tracer.startSpan(name, start, parent)
    const context = trace.setSpan(ROOT_CONTEXT, span)
    const { traceId } = span.spanContext()
    return {
      trace: { traceId, traceparent: toTraceparent(span), startSpan: (child) => open(child, context) },
      end: ({ attributes: more, error } = {}) => {
        if (more) span.setAttributes(more)
        if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return {
    start: (span, parent) => open(span, parent ? toRemote(parent) : ROOT_CONTEXT),
    close: async () => {
      if (!(await succeedsWithin(provider.shutdown(), closeWithinMs))) note('the last spans were not exported')
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

const toRemote = ({ traceId, spanId, isSampled }: Traceparent): Context => {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function toTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return formatTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 })
}

/** Reports changes only; null: the export worked. */
function createFaultNote(onChange: OtlpOptions['onChange']): (reason: string | null) => void {
  let isFailing = false
  return (reason) => {
    const wasFailing = isFailing
    isFailing = reason !== null
    if (isFailing !== wasFailing) onChange(isFailing ? 'failing' : 'working', reason ?? '')
  }
}

/** The SDK itself is silent about failing exports. */
const reportFaults = (exporter: OTLPTraceExporter, note: (reason: string | null) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      note(result.error ? result.error.message : null)
      done(result)
    }),
  forceFlush: () => exporter.forceFlush(),
  shutdown: () => exporter.shutdown(),
})
