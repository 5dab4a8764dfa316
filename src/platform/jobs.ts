import type { Log } from './log.ts'

export interface Job {
  name: string
  everySeconds: number
  run: () => Promise<unknown>
}

/** Runs each job again and again, never twice at once; a failing run is logged and the job goes on. */
export function startJobs(jobs: Job[], log: Log): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const running = jobs.map((job) => repeat(job, stopped.signal, log))
  const stop = async () => {
    stopped.abort()
    await Promise.all(running)
  }
  return { stop }
}

async function repeat({ name, everySeconds, run }: Job, stopped: AbortSignal, log: Log): Promise<void> {
  while (!stopped.aborted) {
    await run().catch((error: Error) => log.error({ job: name, reason: error.message }, 'a job failed'))
    await pause(everySeconds * 1000, stopped)
  }
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  stopped.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
