import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A reply to send instead of the usual one (`451 try later`), or a fault: `cut` ends the connections, `hang` sends nothing. */
export type SmtpFault = `${number} ${string}` | 'cut' | 'hang'

export type SmtpStep = 'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'message'

export interface SmtpWorld {
  login?: { user: string; password: string }
  findFault?: (step: SmtpStep) => SmtpFault | undefined
}

export interface Mail {
  from: string
  to: string[]
  /** Decoded. */
  subject: string
  /** Header fields by lower-case name. */
  headers: Record<string, string>
  /** The text, decoded. */
  body: string
  /** The same as HTML; null: the mail has only text. */
  html: string | null
}

export interface Smtp {
  host: string
  port: number
  mails: Mail[]
  /** The users whose logins were tried, whether with the right password or not. */
  logins: string[]
  close: () => Promise<void>
}

/** An SMTP server without TLS that keeps the mails it gets. */
export async function startSmtp({ login, findFault }: SmtpWorld = {}): Promise<Smtp> {
  const mails: Mail[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const at = (step: SmtpStep, reply: (error?: Error) => void) => {
    const fault = findFault?.(step)
    if (fault === 'cut') cut()
    else if (fault !== 'hang') reply(fault === undefined ? undefined : toError(fault))
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login ? [] : ['AUTH'])],
    authMethods: ['PLAIN'],
    disableReverseLookup: true,
    onConnect: (_session, reply) => at('greeting', reply),
    onAuth: ({ username = '', password }, _session, reply) => {
      logins.push(username)
      const isRight = username === login?.user && password === login.password
      at('AUTH', (error) => (error ? reply(error) : reply(null, isRight ? { user: username } : {})))
    },
    onMailFrom: (_address, _session, reply) => at('MAIL', reply),
    onRcptTo: (_address, _session, reply) => at('RCPT', reply),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, reply) => {
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      const accept = (mail: Omit<Mail, 'from' | 'to'>) =>
        at('message', (error) =>
          error ? reply(error) : reply(null, `queued as ${mails.push({ ...envelope, ...mail })}`),
        )
      buffer(stream).then(parseMail).then(accept, reply)
    },
  })
  server.on('error', () => {}) // a client that goes away
  server.server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port, so this is no path
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve)
      cut()
    })
  return { host: '127.0.0.1', port, mails, logins, close }
}

const toError = (reply: string) => Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })

async function parseMail(bytes: Buffer): Promise<Omit<Mail, 'from' | 'to'>> {
  const { subject = '', headers, text = '', html = null } = await PostalMime.parse(bytes)
  const fields = headers.map(({ key, value }) => [key, value] as const)
  return { subject, headers: Object.fromEntries(fields), body: text, html }
}
