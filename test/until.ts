import { setTimeout as pause } from 'node:timers/promises'

/** Polls until a condition holds. Fails after a while, so that a broken test does not hang. */
export async function until(holds: () => boolean | Promise<boolean>, maxMs = 120_000): Promise<void> {
  const deadline = performance.now() + maxMs
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`The condition does not hold after ${maxMs} ms: ${holds.toString()}`)
    await pause(5)
  }
}
