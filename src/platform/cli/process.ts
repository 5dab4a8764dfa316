import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const intervalMs = 5000
const maxBusy = 0.02

/**
 * Collects garbage once, after the first five idle seconds. Starting leaves about a hundred megabytes that V8 would
 * keep as long as nobody needs the space.
 */
export function collectWhenIdle(): void {
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, last).utilization < maxBusy
    last = now
    if (!isIdle) return
    clearInterval(timer)
    collect()
  }, intervalMs).unref()
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
}

/**
 * Ends the first process of a container at SIGTERM and Ctrl-C, which the system ignores for a first process without a
 * listener.
 */
export function exitOnSignal(): void {
  if (process.pid !== 1) return
  process.on('SIGTERM', () => exitUnlessHandled('SIGTERM', 143)).on('SIGINT', () => exitUnlessHandled('SIGINT', 130))
}

function exitUnlessHandled(name: NodeJS.Signals, status: number): void {
  if (process.listenerCount(name) === 1) process.exit(status)
}

const everyMs = 500

/** Calls `onOrphaned` when the parent has ended: npx passes SIGINT on, but SIGTERM and SIGKILL end it alone. */
export function followParent(onOrphaned: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, everyMs).unref()
}

const parent = process.ppid // Read early, because starting takes a while.
