import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { parseDatabaseUrl } from '../../platform/network/database-servers.ts'
import { type DatabaseServer, type Session, checkSession, visitServer } from './visit-server.ts'

/** Chooses one of the servers that a URL names, and remembers it until it is lost. */
export interface ServerChoice {
  /** Rejects while none of them fits. */
  find: () => Promise<DatabaseServer>
  /** Watches a client that is about to connect, and disconnects it when another server is chosen. */
  watch: (client: Client) => void
  /** Rejects if the server that a client has connected to doesn't fit. */
  check: (client: Client) => Promise<void>
  /** For a server to which no connection could be opened. */
  forget: (server: DatabaseServer) => void
  /** Checks whether the server still answers and fits; otherwise looks for another one while anybody is connected. */
  doubt: () => void
}

export interface ServerAddress {
  /** Of the first server. */
  connectionString: string
  /** Null: there is one server, and it may be any. */
  choice: ServerChoice | null
}

interface ChoiceOptions {
  /** Wanted of several servers if the URL doesn't say. */
  session: Session
  /** Called when another server is chosen than before, and for the first one. */
  onChoice: (server: string) => void
}

/** The URL was checked with the configuration. */
export function toServerAddress(url: string, { session, onChoice }: ChoiceOptions): ServerAddress {
  const { urls, session: given } = parseDatabaseUrl(url) ?? { urls: [url] as const, session: null }
  const wanted = (given ?? session) as Session
  const choice = urls.length > 1 || given !== null ? createServerChoice(urls, { session: wanted, onChoice }) : null
  return { connectionString: urls[0], choice }
}

/** For a server to say what it is, and for one in doubt; a busy one is found again by the search. */
const [maxAnswerMs, maxDoubtMs] = [3000, 1000]
/** Between two searches while none fits. */
const [searchPauseMs, doubtPauseMs] = [100, 500]

function createServerChoice(urls: readonly string[], { session, onChoice }: ChoiceOptions): ServerChoice {
  const connected = new Set<Client>()
  let chosen: DatabaseServer | undefined
  let last = ''
  let finding: Promise<DatabaseServer> | undefined
  let isDoubted = false

  const choose = (server: DatabaseServer): DatabaseServer => {
    chosen = server
    for (const client of connected) if (toName(client) !== toName(server)) client.connection.stream.destroy()
    if (last !== toName(server)) onChoice(toName(server))
    last = toName(server)
    return server
  }
  /** All are asked at once, so that a silent one delays nobody. */
  const search = async () => {
    try {
      return choose(await Promise.any(urls.map((url) => visitServer(url, session, maxAnswerMs))))
    } catch (error) {
      await pause(searchPauseMs)
      throw new Error(listReasons(error as AggregateError), { cause: error })
    }
  }
  const find = () => (finding ??= search().finally(() => (finding = undefined)))
  const settle = async () => {
    while (connected.size > 0) {
      if (chosen && (await succeeds(visitServer(chosen.url, session, maxDoubtMs)))) return
      chosen = undefined
      if (await succeeds(find())) return
      await pause(doubtPauseMs, undefined, { ref: false })
    }
  }
  return {
    find: async () => chosen ?? find(),
    watch: (client) => {
      connected.add(client)
      client.once('end', () => connected.delete(client))
    },
    check: (client) => checkSession(client, session),
    forget: (server) => {
      if (chosen === server) chosen = undefined
    },
    doubt: () => {
      if (isDoubted) return
      isDoubted = true
      void settle().finally(() => (isDoubted = false))
    },
  }
}

const toName = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** One sentence about all servers. */
const listReasons = ({ errors }: AggregateError): string => errors.map((error: Error) => error.message).join('; ')
