import { Counter, Gauge, Histogram, type LabelValues, Registry, collectDefaultMetrics } from 'prom-client'

/** The service's measures for Prometheus. No label ever holds user input. */
export interface Metrics {
  registry: Registry
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  /** `outcome` is `ok` or an `UpstreamFault`. */
  providerCalls: Counter<'provider' | 'outcome'>
  providerSeconds: Histogram<'provider'>
  breakerTransitions: Counter<'provider' | 'to'>
  /** Requests that a limit refused, by the name of its policy. */
  limited: Counter<'policy'>
  /** Decisions on limits that were made without Redis although it is configured. */
  limiterFallbacks: Counter
  /** What was taken from a queue to be sent to `target`, by what became of it. */
  sends: Counter<'queue' | 'target' | 'outcome'>
  /** How long after its time something was first tried to be sent. */
  sendLateness: Histogram<'queue'>
  /** When a job last ran without a fault: a heartbeat. */
  jobSuccess: Gauge<'job'>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request’s arrival to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
      registers,
    }),
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
      help: 'Changes of state of the circuit breakers',
      labelNames: ['provider', 'to'],
      registers,
    }),
    limited: new Counter({
      name: 'launchscore_limited_total',
      help: 'Requests that a limit refused',
      labelNames: ['policy'],
      registers,
    }),
    limiterFallbacks: new Counter({
      name: 'launchscore_limiter_fallbacks_total',
      help: 'Decisions on limits that this process made by itself because Redis could not be asked',
      registers,
    }),
    sends: new Counter({
      name: 'launchscore_sends_total',
      help: 'What was taken from a queue to be sent, by what became of it',
      labelNames: ['queue', 'target', 'outcome'],
      registers,
    }),
    sendLateness: new Histogram({
      name: 'launchscore_send_lateness_seconds',
      help: 'How long after its time something was first tried to be sent',
      labelNames: ['queue'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
      registers,
    }),
    jobSuccess: new Gauge({
      name: 'launchscore_job_last_success_timestamp_seconds',
      help: 'When a job of this process last ran without a fault',
      labelNames: ['job'],
      registers,
    }),
  }
}

/** A gauge whose value is asked for at every scrape. */
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
      return collect((labels, value) => made.set(labels as LabelValues<L>, value))
    },
  })
}
