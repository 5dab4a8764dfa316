/** A signal that arrives while the loop is busy ends its next wait at once. */
export class Wakeup {
  #isSignaled = false
  #next = Promise.withResolvers<void>()

  signal(): void {
    this.#isSignaled = true
    this.#next.resolve()
  }

  async wait(abort?: AbortSignal): Promise<void> {
    const { promise, resolve } = this.#next
    const end = () => resolve()
    if (abort?.aborted) end()
    abort?.addEventListener('abort', end, { once: true })
    if (!this.#isSignaled) await promise
    abort?.removeEventListener('abort', end)
    if (this.#next.promise !== promise) return // another waiter was here first
    this.#isSignaled = false
    this.#next = Promise.withResolvers()
  }
}
