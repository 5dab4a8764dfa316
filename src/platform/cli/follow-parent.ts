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
