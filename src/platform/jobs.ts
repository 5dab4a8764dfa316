import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface Job {
  name: string
  everySeconds: number
  /** Begins nothing new once `stopped` fires. */
  run: (stopped: AbortSignal) => Promise<unknown>
  /** How long until there is something to do: then the job runs at that time, and `everySeconds` is how often it is asked. */
  untilDueMs?: () => Promise<number>
  /** Resolves when there is something to do before its time, or when `stopped` fires: then the job runs without being asked. */
  untilWoken?: (stopped: AbortSignal) => Promise<void>
}

interface JobDeps {
  log: Log
  metrics: Pick<Metrics, 'jobSuccess'>
}

/** Runs each job again and again, never twice at once; a failing run is logged and the job goes on. */
export function startJobs(jobs: Job[], deps: JobDeps): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const running = jobs.map((job) => repeat(job, stopped.signal, deps))
  const stop = async () => {
    stopped.abort()
    await Promise.all(running)
  }
  return { stop }
}

async function repeat(job: Job, stopped: AbortSignal, deps: JobDeps): Promise<void> {
  for (let isWoken = false; !stopped.aborted;) {
    const pauseMs = await runOnce(isWoken ? { ...job, untilDueMs: async () => 0 } : job, stopped, deps)
    isWoken = await rest(job, pauseMs, stopped)
  }
}

/** Whether something ended the pause early. */
async function rest({ untilWoken }: Job, pauseMs: number, stopped: AbortSignal): Promise<boolean> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopped, over.signal])
  const slept = pause(pauseMs, false, { signal }).catch(() => false) // cut short by the stop
  const isWoken = await Promise.race([slept, ...(untilWoken ? [untilWoken(signal).then(() => true)] : [])])
  over.abort()
  return isWoken && !stopped.aborted
}

/** Between two runs at least: what is due but can't be had (another replica holds it) must not be asked for all the time. */
const shortestPauseMs = 50

/** Runs a job that has something to do; how long to pause then: a whole interval after a fault. */
async function runOnce({ name, everySeconds, run, untilDueMs }: Job, stopped: AbortSignal, { log, metrics }: JobDeps) {
  const intervalMs = everySeconds * 1000
  try {
    const dueMs = (await untilDueMs?.()) ?? 0
    if (dueMs <= 0) await run(stopped)
    metrics.jobSuccess.set({ job: name }, Date.now() / 1000)
    return untilDueMs ? Math.min(intervalMs, Math.max(shortestPauseMs, dueMs)) : intervalMs
  } catch (error) {
    log.error({ job: name, reason: (error as Error).message }, 'a job failed')
    return intervalMs
  }
}
