const everyMs = 500

/**
 * Calls `onOrphaned` when the process that started this one has ended. npx passes SIGINT on, but SIGTERM and SIGKILL end it
 * alone: the program would live on, and keep its port and its database.
 */
export function followParent(onOrphaned: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, everyMs).unref()
}

const parent = process.ppid // read when the program starts, because its start takes a while
