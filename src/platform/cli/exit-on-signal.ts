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
