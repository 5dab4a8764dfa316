import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from './app.ts'

/** Connections stay open for so long after the listener: a proxy must end its idle ones sooner, as those of deploy/ do. */
export const idleMs = 4000

/**
 * Closes the listener alone. Open connections end with their next response, or by their client. Returns when the last one has
 * ended, after `idleMs`, or when `hurry` aborts.
 */
export async function closeListener({ server }: App, hurry: AbortSignal): Promise<void> {
  await acceptWaiting(server)
  const ended = once(server, 'close', { signal: AbortSignal.any([hurry, AbortSignal.timeout(idleMs)]) })
  Server.prototype.close.call(server) // the server's own would end idle connections first
  await ended.catch(() => {}) // cut short
}

/**
 * Returns at a moment when no connection waits to be accepted. Closing the listener resets those that do, and a proxy does not
 * repeat a POST that it has sent on one.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = server.listening
  const note = () => void (hasAccepted = true)
  server.on('connection', note)
  await nextTurn() // the rest of this turn may not look at the listener
  for (let turns = 0; hasAccepted && turns < maxTurns; turns += 1) {
    hasAccepted = false
    await nextTurn() // it accepts at least one, if one waits
  }
  server.off('connection', note)
}

/** A flood of connections must not keep the listener open. */
const maxTurns = 1000

/** A signal that aborts when the service stops, for requests that would otherwise continue for longer than a stop waits. */
export function createStopSignal(app: App): AbortSignal {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  return stopping.signal
}
