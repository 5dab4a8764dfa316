import { Client } from 'pg'

export interface DatabaseServer {
  url: string
  host: string
  port: number
}

/** The sessions that `target_session_attrs` asks for, as far as the service has a use for them. */
export type Session = 'read-write' | 'primary' | 'standby' | 'any'

/** Connects for a moment. Rejects with a sentence that names the server, if it is out of reach or does not fit. */
export async function visitServer(url: string, session: Session, maxMs: number): Promise<DatabaseServer> {
  const limits = { connectionTimeoutMillis: maxMs, query_timeout: maxMs }
  const client = new Client({ connectionString: url, application_name: 'launchscore', ...limits })
  const { host, port } = client
  client.on('error', () => {}) // it rejects too
  try {
    await client.connect()
    await checkSession(client, session)
    void client.end().catch(() => {})
    return { url, host, port }
  } catch (error) {
    client.connection.stream.destroy()
    throw new Error(`${host}:${port} ${toReason(error as Error)}`, { cause: error })
  }
}

interface State {
  isStandby: boolean
  isReadOnly: boolean
}

const fits: Record<Session, (state: State) => boolean> = {
  'read-write': ({ isReadOnly }) => !isReadOnly, // a standby is read-only
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  any: () => true,
}

/** Rejects unless the server that a client is connected to takes such sessions. */
export async function checkSession(client: Client, session: Session): Promise<void> {
  const { rows } = await client.query<State>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  if (!rows[0] || !fits[session](rows[0])) throw new Error(`is not ${session}`)
}

/** Node gives several addresses of one name an error without a message. */
const toReason = ({ message, code }: NodeJS.ErrnoException): string => message || (code ?? 'failed')
