import { AsyncLocalStorage } from 'node:async_hooks'
import { clientNetwork, clientSite } from './client-network.ts'

/** The client of a request. Resources that strangers share are divided among client networks. */
export interface Client {
  /** An IPv4 address or an IPv6 /64. */
  network: string
  /** The IPv6 /48 that the network lies in; null for IPv4. */
  site: string | null
  /** `network` names the lineage of an API key instead. */
  isKeyHolder?: true
}

/** One request, or one run of a job. */
interface Task {
  /** Undefined for our own jobs. */
  readonly client: Client | undefined
  /** The deadline, by `performance.now()`; undefined: none. */
  deadlineAt?: number
  /** Its reads must not miss what was committed before it. */
  mustReadPrimary?: true
}

// This is asynchronous context, not a parameter: queues far below the route need it, and no function between them does.
const tasks = new AsyncLocalStorage<Task>()

export const toClient = (ip: string): Client => {
  const network = clientNetwork(ip)
  return { network, site: clientSite(network) }
}

/** The name under which limits count all keys of one lineage, wherever they are used (D39). */
export const nameKeyHolder = (rootId: string): string => `key ${rootId}`

export const clientOfKey = (rootId: string): Client => ({
  network: nameKeyHolder(rootId),
  site: null,
  isKeyHolder: true,
})

/** Runs `work` on behalf of a client, as a task of its own. */
export const runForClient = <T>(client: Client, work: () => T): T => tasks.run({ client }, work)

/** Runs our own `work` as a task of its own. */
export const runAsJob = <T>(work: () => T): T => tasks.run({ client: undefined }, work)

/** The client on whose behalf the current work runs; undefined for our own jobs and commands. */
export const currentClient = (): Client | undefined => tasks.getStore()?.client

/** The task of the current work: the same object for all of it. Undefined for commands. */
export const currentTask = (): Task | undefined => tasks.getStore()
