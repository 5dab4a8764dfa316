import { once } from 'node:events'
import { createServer } from 'node:net'
import type { App } from '../platform/http/app.ts'
import { maxOpenConnections } from '../platform/http/connections.ts'

interface Place {
  host: string
  port: number
}

type PortName = 'PORT' | 'METRICS_PORT'

/** Listens on HTTP, or throws an error that says what to change. */
export async function listen(app: App, place: Place, name: PortName): Promise<void> {
  const { level } = app.log
  app.log.level = 'warn' // Fastify would log each address, and the service logs a line of its own
  try {
    // Node accepts one connection per turn of its loop, and a client that a full backlog turns away retries after a second.
    // So the backlog holds as many as may be open; the system may set a lower limit (`net.core.somaxconn`).
    await app.listen({ ...place, backlog: maxOpenConnections })
  } catch (cause) {
    throw createListenError(cause, place, name)
  } finally {
    app.log.level = level
  }
}

/**
 * Throws what `listen` would throw now. A start asks first, because opening and migrating a database takes seconds, and the
 * port that other software has is the most common fault of a first start.
 */
export async function requireFreePort(place: Place, name: PortName): Promise<void> {
  if (place.port === 0) return
  const server = createServer()
  try {
    server.listen(place)
    await once(server, 'listening')
  } catch (cause) {
    throw createListenError(cause, place, name)
  }
  server.close()
  await once(server, 'close')
}

function createListenError(cause: unknown, { host, port }: Place, name: PortName): Error {
  const reason = listenFaults[(cause as NodeJS.ErrnoException).code ?? '']?.(name) ?? (cause as Error).message
  return new Error(`Can't listen on ${host} port ${port}: ${reason}.`, { cause })
}

const listenFaults: Record<string, ((name: PortName) => string) | undefined> = {
  EADDRINUSE: (name) => `the port is already in use. Stop the other process or set another ${name}`,
  EADDRNOTAVAIL: () => 'this machine does not have that address. Set another HOST',
  ENOTFOUND: () => 'the host name is unknown. Set another HOST',
  EACCES: (name) => `permission denied. Set another ${name}`,
}
