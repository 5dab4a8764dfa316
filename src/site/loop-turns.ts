import { setImmediate as nextIteration } from 'node:timers/promises'

/**
 * Spreads work that holds the event loop for milliseconds: of the callers that wait at once, one goes on per
 * iteration of the loop, so that other requests are read and answered in between.
 */
export function createLoopTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    const turn = last.then(() => nextIteration())
    last = turn
    await turn
  }
}
