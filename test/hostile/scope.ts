/** Collects what a suite opens; `close` undoes it in reverse. Stands in for a test's context where there is none. */
export function createScope() {
  const closers: (() => void | Promise<void>)[] = []
  return {
    after: (close: () => void | Promise<void>) => void closers.push(close),
    close: async () => {
      for (const close of closers.splice(0).toReversed()) await close()
    },
  }
}

/** An owner that runs `close` when it ends; a test's context is one. */
export interface Scope {
  after: (close: () => void | Promise<void>) => void
}
