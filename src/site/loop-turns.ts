import { setImmediate as nextIteration } from 'node:timers/promises'

/**
 * Of the callers that wait at once, one continues per iteration of the event loop, so that other requests are served in
 * between.
 */
export function createLoopTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    const turn = last.then(() => nextIteration())
    last = turn
    await turn
  }
}
