import { AsyncLocalStorage } from 'node:async_hooks'
import { clientNetwork, clientSite } from './client-network.ts'

/** Shared resources are divided among client networks. */
export interface Client {
  /** An IPv4 address or an IPv6 /64. */
  network: string
  site: string | null
  /** `network` names the lineage of an API key instead. */
  isKeyHolder?: true
}

interface Task {
  readonly client: Client | undefined
  /** By `performance.now()`; undefined: none. */
  deadlineAt?: number
  /** Reads must not miss what was committed before. */
  mustReadPrimary?: true
}

// Asynchronous context, because queues far below the route need it, and no function in between does.
const tasks = new AsyncLocalStorage<Task>()

export const toClient = (ip: string): Client => {
  const network = clientNetwork(ip)
  return { network, site: clientSite(network) }
}

/** All keys of a lineage share it (D39). */
export const nameKeyHolder = (rootId: string): string => `key ${rootId}`

export const clientOfKey = (rootId: string): Client => ({
  network: nameKeyHolder(rootId),
  site: null,
  isKeyHolder: true,
})

export const runForClient = <T>(client: Client, work: () => T): T => tasks.run({ client }, work)

export const runAsJob = <T>(work: () => T): T => tasks.run({ client: undefined }, work)

export const currentClient = (): Client | undefined => tasks.getStore()?.client

/** The same object for all of the work. Undefined for commands. */
export const currentTask = (): Task | undefined => tasks.getStore()
