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
