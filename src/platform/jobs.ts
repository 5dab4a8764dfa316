import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { runAsJob } from './request-client.ts'
import { type Tracer, endAfter } from './trace.ts'

export interface Job {
  name: string
  everySeconds: number
  /** Starts no more work once `signal` aborts. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** The time until work is due; `everySeconds` is then how often this is called. */
  untilDueMs?: () => Promise<number>
  /** Resolves when work arrives early, or when `signal` aborts. */
  untilWoken?: (signal: AbortSignal) => Promise<void>
}

interface JobDeps {
  log: Log
  metrics: Pick<Metrics, 'jobSuccess' | 'jobFailures' | 'jobSeconds'>
  /** Each run is a trace of its own. */
  tracer?: Tracer | null
}

/** Never runs a job twice at once. A failed run is logged, and the job continues. */
export function startJobs(jobs: Job[], deps: JobDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  for (const { name } of jobs) deps.metrics.jobFailures.inc({ job_name: name }, 0) // so that an increase counts the first
  const running = jobs.map((job) => repeat(job, stopping.signal, deps))
  const stop = async () => {
    stopping.abort()
    await Promise.all(running)
  }
  return { stop }
}

async function repeat(job: Job, signal: AbortSignal, deps: JobDeps): Promise<void> {
  for (let isWoken = false; !signal.aborted;) {
    const pauseMs = await runOnce(isWoken ? { ...job, untilDueMs: async () => 0 } : job, signal, deps)
    isWoken = await rest(job, { pauseMs, signal }, deps)
  }
}

/** Whether work ended the pause early. */
async function rest(
  { name, untilWoken }: Job,
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
  { log }: JobDeps,
): Promise<boolean> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const slept = pause(pauseMs, false, { signal: either }).catch(() => false) // aborted by the stop
  const wake = async (): Promise<boolean> => {
    try {
      await untilWoken?.(either)
      return untilWoken ? true : slept
    } catch (error) {
      if (!either.aborted) log.error({ job: name, reason: toReason(error) }, 'a job can’t be woken before its next run')
      return slept
    }
  }
  const isWoken = await Promise.race([slept, wake()])
  over.abort()
  return isWoken && !signal.aborted
}

/** Due work may be locked by another replica, and must not be polled in a tight loop. */
const minPauseMs = 50

/** Returns the pause until the next run, a whole interval after a failure. */
async function runOnce(job: Job, signal: AbortSignal, deps: JobDeps): Promise<number> {
  const { name, everySeconds, untilDueMs } = job
  const { log, metrics } = deps
  const intervalMs = everySeconds * 1000
  try {
    const dueMs = (await untilDueMs?.()) ?? 0
    if (dueMs <= 0) await runTimed(job, signal, deps)
    metrics.jobSuccess.set({ job_name: name }, Date.now() / 1000)
    return untilDueMs ? Math.min(intervalMs, Math.max(minPauseMs, dueMs)) : intervalMs
  } catch (error) {
    metrics.jobFailures.inc({ job_name: name })
    log.error({ job: name, reason: toReason(error) }, 'a job failed')
    return intervalMs
  }
}

/** Anything can be thrown. */
const toReason = (error: unknown): string =>
  (error as Partial<Error> | null | undefined)?.message ?? 'it gave no reason'

async function runTimed({ name, run }: Job, signal: AbortSignal, { metrics, tracer }: JobDeps): Promise<void> {
  const work = () => runAsJob(() => run(signal))
  const stopTimer = metrics.jobSeconds.startTimer({ job_name: name })
  const span = tracer?.start({ name: `job ${name}`, kind: 'internal', attributes: { 'launchscore.job': name } })
  try {
    await (span ? endAfter(span, work) : work())
  } finally {
    stopTimer()
  }
}
