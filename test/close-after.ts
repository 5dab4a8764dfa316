import type { TestContext } from 'node:test'

/**
 * Calls `close` after the test, and then drops it. The runner keeps the hooks of all tests to the end, and with them all that
 * they refer to: 4 MB for each service.
 */
export function closeAfter(t: Pick<TestContext, 'after'>, close: () => unknown): void {
  let pending: (() => unknown) | null = close
  t.after(async () => {
    const run = pending
    pending = null
    await run?.()
  })
}
