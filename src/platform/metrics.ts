import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type LabelValues,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

export interface Metrics {
  registry: Registry
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  /** `outcome` is `ok` or an `UpstreamFault`. */
  providerCalls: Counter<'provider' | 'outcome'>
  providerSeconds: Histogram<'provider'>
  breakerTransitions: Counter<'provider' | 'to'>
  serverErrors: Counter
  limited: Counter<'policy'>
  connectionsClosed: Counter<'reason'>
  limiterFallbacks: Counter
  sends: Counter<'queue' | 'target' | 'outcome'>
  sendLateness: Histogram<'queue'>
  jobSuccess: Gauge<'job_name'>
  jobFailures: Counter<'job_name'>
  jobSeconds: Histogram<'job_name'>
  deliveryAttempts: Counter<'outcome'>
  /** `operation` is the first word of the statement. */
  querySeconds: Histogram<'pool' | 'operation'>
  /** `connection`: the server gave no SQLSTATE. */
  queryErrors: Counter<'pool' | 'class'>
  scores: Counter<'kind' | 'band' | 'confidence'>
  modelTokens: Counter<'kind'>
  /** In the currency of the prices in MODEL_TUNING; no series without them. */
  modelCost: Counter<'kind'>
  modelCachedTokens: Counter
  modelAnswers: Counter<'kind'>
  modelChanges: Counter
  queueRunning: Gauge<'queue'>
  queueWaiting: Gauge<'queue'>
  queueRefused: Counter<'queue' | 'reason'>
}

export function createMetrics(): Metrics {
  const registry = Registry.merge([getProcessMetrics()])
  const registers = [registry]
  return {
    registry,
    ...createHttpMetrics(registers),
    ...createProviderMetrics(registers),
    ...createJobMetrics(registers),
    ...createQueueMetrics(registers),
    ...createDatabaseMetrics(registers),
    ...createScoringMetrics(registers),
  }
}

let processMetrics: Registry | undefined

/** Registered once for all services of a process, because their observers can't be stopped. */
function getProcessMetrics(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) })
  return processMetrics
}

/** A metric with its series, as one process read it. */
export type ReadMetric = MetricObjectWithValues<MetricValue<string>>

/** In Prometheus's text format, with the metrics of the scorer, whose series have the label `process`. */
export async function writeMetrics({ registry }: Metrics, ofScorer: ReadMetric[]): Promise<string> {
  if (ofScorer.length === 0) return registry.metrics()
  const own = await registry.getMetricsAsJSON()
  const labelled = ofScorer.map(({ values, ...metric }) => ({
    ...metric,
    values: values.map((one) => ({ ...one, labels: { ...one.labels, process: 'scorer' } })),
  }))
  // No two series have the same labels, so nothing is added up.
  const all = [own, labelled].map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' })))
  return AggregatorRegistry.aggregate(all).metrics()
}

const createHttpMetrics = (registers: Registry[]) => ({
  requestSeconds: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers,
  }),
  serverErrors: new Counter({
    name: 'launchscore_server_errors_total',
    help: 'Responses with a status of 500 or more, without those of /health and /ready',
    registers,
  }),
  limited: new Counter({
    name: 'launchscore_limited_total',
    help: 'Requests refused by a rate limit',
    labelNames: ['policy'],
    registers,
  }),
  limiterFallbacks: new Counter({
    name: 'launchscore_limiter_fallbacks_total',
    help: 'Rate limit decisions made in memory because Redis was unavailable',
    registers,
  }),
  connectionsClosed: new Counter({
    name: 'launchscore_connections_closed_total',
    help: 'Connections refused at the limit per network or in total, closed as idle to make room, or closed for pipelining too many requests',
    labelNames: ['reason'],
    registers,
  }),
})

const createProviderMetrics = (registers: Registry[]) => ({
  providerCalls: new Counter({
    name: 'launchscore_provider_calls_total',
    help: 'Calls to outside providers by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  }),
  providerSeconds: new Histogram({
    name: 'launchscore_provider_call_duration_seconds',
    help: 'Time of one call to an outside provider',
    labelNames: ['provider'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  }),
  breakerTransitions: new Counter({
    name: 'launchscore_breaker_transitions_total',
    help: 'State changes of the circuit breakers',
    labelNames: ['provider', 'to'],
    registers,
  }),
})

const createJobMetrics = (registers: Registry[]) => ({
  sends: new Counter({
    name: 'launchscore_sends_total',
    help: 'Entries taken from a queue to be sent, by outcome',
    labelNames: ['queue', 'target', 'outcome'],
    registers,
  }),
  sendLateness: new Histogram({
    name: 'launchscore_send_lateness_seconds',
    help: 'Delay between the due time and the first attempt',
    labelNames: ['queue'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers,
  }),
  jobSuccess: new Gauge({
    name: 'launchscore_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded in this process',
    labelNames: ['job_name'],
    registers,
  }),
  jobFailures: new Counter({
    name: 'launchscore_job_failures_total',
    help: 'Runs of a job that failed',
    labelNames: ['job_name'],
    registers,
  }),
  jobSeconds: new Histogram({
    name: 'launchscore_job_duration_seconds',
    help: 'Time of one run of a job',
    labelNames: ['job_name'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  }),
  deliveryAttempts: new Counter({
    name: 'launchscore_delivery_attempts_total',
    help: 'Attempts of webhook deliveries: delivered, or the reason of the failure',
    labelNames: ['outcome'],
    registers,
  }),
})

const createDatabaseMetrics = (registers: Registry[]) => ({
  querySeconds: new Histogram({
    name: 'launchscore_database_query_duration_seconds',
    help: 'Time of a statement, without the wait for a connection',
    labelNames: ['pool', 'operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  }),
  queryErrors: new Counter({
    name: 'launchscore_database_errors_total',
    help: 'Failed statements by the class of their SQLSTATE; connection: the server did not respond',
    labelNames: ['pool', 'class'],
    registers,
  }),
})

function createScoringMetrics(registers: Registry[]) {
  const scores = new Counter({
    name: 'launchscore_scores_total',
    help: 'New score records',
    labelNames: ['kind', 'band', 'confidence'],
    registers,
  })
  for (const kind of ['new', 'rescore', 'draft'])
    for (const band of ['green', 'amber', 'red'])
      for (const confidence of ['final', 'preliminary']) scores.inc({ kind, band, confidence }, 0)
  return {
    scores,
    modelTokens: new Counter({
      name: 'launchscore_model_tokens_total',
      help: 'Tokens used with the language model',
      labelNames: ['kind'],
      registers,
    }),
    modelCachedTokens: new Counter({
      name: 'launchscore_model_cached_tokens_total',
      help: 'Input tokens that the provider of the language model read from its cache',
      registers,
    }),
    modelAnswers: new Counter({
      name: 'launchscore_model_answers_total',
      help: 'Answers of the language model',
      labelNames: ['kind'],
      registers,
    }),
    modelChanges: new Counter({
      name: 'launchscore_model_changes_total',
      help: 'How often the configured model resolved to another model id than before',
      registers,
    }),
    modelCost: new Counter({
      name: 'launchscore_model_cost_total',
      help: 'Price of the tokens, in the currency of the prices in MODEL_TUNING',
      labelNames: ['kind'],
      registers,
    }),
  }
}

const createQueueMetrics = (registers: Registry[]) => ({
  queueRunning: new Gauge({
    name: 'launchscore_admission_running',
    help: 'Running work in a bounded queue of this process',
    labelNames: ['queue'],
    registers,
  }),
  queueWaiting: new Gauge({
    name: 'launchscore_admission_waiting',
    help: 'Waiting work in a bounded queue of this process',
    labelNames: ['queue'],
    registers,
  }),
  queueRefused: new Counter({
    name: 'launchscore_admission_refused_total',
    help: 'Work refused by a bounded queue of this process because it was full or the deadline passed',
    labelNames: ['queue', 'reason'],
    registers,
  }),
})

export function observe<L extends string>(
  metrics: Metrics,
  gauge: {
    name: string
    help: string
    labelNames: L[]
    collect: (set: (labels: Record<L, string>, value: number) => void) => void | Promise<void>
  },
): void {
  const { name, help, labelNames, collect } = gauge
  const made: Gauge<L> = new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics.registry],
    collect: () => {
      made.reset()
      if (labelNames.length === 0) made.remove() // `reset` made it 0, but a missing value must stay missing
      return collect((labels, value) => made.set(labels as LabelValues<L>, value))
    },
  })
}
