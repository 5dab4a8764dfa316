// The least that a sender of deliveries has to do, as a loop: it claims a batch, signs and posts each delivery over sockets
// that it keeps open, and deletes and logs what was delivered in one statement per batch. It checks no address, has no
// timeout, shares nothing fairly and trusts every response.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { createSignedHeaders } from '../../src/webhooks/signing.ts'

interface Row {
  subscription_id: string
  id: string
  event: string
  body: string
  endpoint: string
  secret: string
}

interface Ended extends Pick<Row, 'subscription_id' | 'id'> {
  attempt: object
}

const batchSize = 500
const batches = 4
const maxLogged = 1000
const perOrigin = 8

const claim = `update deliveries d set claim = gen_random_uuid(), claimed_until = now() + interval '60 s'
  from outbox e, webhook_subscriptions s
  where d.ctid = any(array(select ctid from deliveries where claim is null limit ${batchSize} for update skip locked))
    and e.id = d.event_id and s.id = d.subscription_id
  returning d.subscription_id, d.id, e.event, e.body, s.endpoint, s.secret`

const record = `with ended as (
    delete from deliveries d using unnest($1::text[], $2::text[], $3::jsonb[]) as o (subscription_id, id, attempt)
    where d.subscription_id = o.subscription_id and d.id = o.id returning d.*, o.attempt)
  insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
  select 0, subscription_id, id, event_id, 'delivered', jsonb_build_array(attempt), created_at, now() from ended`

async function send(): Promise<void> {
  const { DATABASE_URL: connectionString = '', ENCRYPTION_KEY: key = '' } = process.env
  const pool = new Pool({ connectionString, max: 4 })
  const box = createSecretBox([Buffer.from(key, 'base64')])
  const secrets = new Map<string, string>()
  const origins = new Map<string, Origin>()
  const ended: Ended[] = []
  let inFlight = 0

  const deliver = async ({ subscription_id, id, event, body, endpoint, secret: sealed }: Row) => {
    const secret = secrets.get(sealed) ?? box.open(sealed, subscription_id)
    secrets.set(sealed, secret)
    const { origin, host, hostname, port, pathname } = new URL(endpoint)
    const line = origins.get(origin) ?? new Origin(hostname, Number(port))
    origins.set(origin, line)
    const at = new Date()
    const headers = createSignedHeaders({ serviceName: 'Launchscore', event, deliveryId: id, body, secret, at })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = Buffer.byteLength(body)
    const status = await line.post(
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`,
    )
    const attempt = { startedAt: at.toISOString(), durationMs: Date.now() - at.getTime(), status }
    ended.push({ subscription_id, id, attempt })
    inFlight--
  }
  const recordAll = async () => {
    for (;;) {
      const batch = ended.splice(0, maxLogged)
      if (batch.length === 0) await pause(5)
      else
        await pool.query({
          name: 'record',
          text: record,
          values: [
            batch.map((one) => one.subscription_id),
            batch.map((one) => one.id),
            batch.map((one) => one.attempt),
          ],
        })
    }
  }
  const claimAll = async () => {
    for (;;) {
      const { rows } =
        inFlight < batchSize * batches ? await pool.query<Row>({ name: 'claim', text: claim }) : { rows: [] }
      inFlight += rows.length
      for (const row of rows) void deliver(row)
      if (rows.length < batchSize) await pause(5)
    }
  }
  process.send?.('ready')
  await Promise.all([claimAll(), recordAll()])
}

interface Waiting {
  request: string
  resolve: (status: number) => void
}

/** Sends to one origin, over a few connections with one request each. */
class Origin {
  readonly #host: string
  readonly #port: number
  readonly #idle: Socket[] = []
  readonly #waiting: Waiting[] = []
  readonly #sent = new Map<Socket, Waiting>()
  #open = 0

  constructor(host: string, port: number) {
    this.#host = host
    this.#port = port
  }

  post(request: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve })
      this.#sendNext()
    })
  }

  #sendNext(): void {
    const socket = this.#idle.pop() ?? (this.#open < perOrigin ? this.#connect() : undefined)
    const next = socket && this.#waiting.shift()
    if (!next) return void (socket && this.#idle.push(socket))
    this.#sent.set(socket, next)
    socket.write(next.request)
  }

  #connect(): Socket {
    this.#open++
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0 || text.length < head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)) return
      const sent = this.#sent.get(socket)
      sent?.resolve(Number(text.slice(9, 12)))
      text = ''
      this.#idle.push(socket)
      this.#sendNext()
    })
    return socket
  }
}

if (import.meta.main) await send()
