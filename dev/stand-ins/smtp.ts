import { type AddressInfo, type Socket, createServer } from 'node:net'

/** A reply to send instead of the usual one (`451 try later`), or a fault: `cut` ends the connection, `hang` sends nothing. */
export type SmtpFault = `${number} ${string}` | 'cut' | 'hang'

export type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'QUIT'

export interface SmtpWorld {
  login?: { user: string; password: string }
  findFault?: (step: SmtpStep, count: number) => SmtpFault | undefined
}

export interface Mail {
  from: string
  to: string[]
  /** Header fields by lower-case name, unfolded. */
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
  /** The commands of all connections in order, without passwords. */
  commands: string[]
  close: () => Promise<void>
}

interface Session {
  isGreeted: boolean
  isLoggedIn: boolean
  from: string | null
  to: string[]
  isInData: boolean
}

/** An SMTP server: EHLO, AUTH PLAIN, MAIL, RCPT, DATA, RSET and QUIT, each accepted only in the right order. */
export async function startSmtp(world: SmtpWorld = {}): Promise<Smtp> {
  const mails: Mail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const counts = new Map<SmtpStep, number>()
  const findFault = (step: SmtpStep) => {
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    return world.findFault?.(step, count)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, { world, mails, commands, findFault })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, so this is no path
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { host: '127.0.0.1', port, mails, commands, close }
}

interface Post {
  world: SmtpWorld
  mails: Mail[]
  commands: string[]
  findFault: (step: SmtpStep) => SmtpFault | undefined
}

function serve(socket: Socket, post: Post): void {
  const session: Session = { isGreeted: false, isLoggedIn: false, from: null, to: [], isInData: false }
  const reply = (step: SmtpStep, usual: () => string) => {
    const fault = post.findFault(step)
    if (fault === 'cut') socket.destroy()
    else if (fault !== 'hang') socket.write(`${fault ?? usual()}\r\n`)
  }
  let unread = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    unread += chunk
    for (;;) {
      const terminator = session.isInData ? '\r\n.\r\n' : '\r\n'
      const end = unread.indexOf(terminator)
      if (end < 0) return
      const text = unread.slice(0, end)
      unread = unread.slice(end + terminator.length)
      if (session.isInData) endMessage(text, session, { ...post, reply })
      else obey(text, session, { ...post, reply, end: () => socket.end() })
    }
  })
  reply('greeting', () => '220 stand-in ESMTP')
}

interface Reply {
  reply: (step: SmtpStep, usual: () => string) => void
}

interface Turn extends Post, Reply {
  end: () => void
}

function endMessage(text: string, session: Session, { reply, mails }: Post & Reply): void {
  const { from, to } = session
  reset(session)
  reply('message', () => `250 2.0.0 queued as ${mails.push(parseMail(text, { from: from ?? '', to }))}`)
}

function obey(line: string, session: Session, turn: Turn): void {
  const [verb = ''] = line.toUpperCase().split(' ')
  turn.commands.push(verb === 'AUTH' ? 'AUTH PLAIN' : line)
  if (verb === 'EHLO') return turn.reply('EHLO', () => greet(session, turn.world))
  if (verb === 'AUTH') return turn.reply('AUTH', () => logIn(line, session, turn.world))
  if (verb === 'MAIL') return turn.reply('MAIL', () => mailFrom(line, session, turn.world))
  if (verb === 'RCPT') return turn.reply('RCPT', () => rcptTo(line, session))
  if (verb === 'DATA') return turn.reply('DATA', () => data(session))
  if (verb === 'RSET') return turn.reply('MAIL', () => reset(session))
  turn.reply('QUIT', () => (verb === 'QUIT' ? '221 2.0.0 bye' : '502 5.5.2 not implemented'))
  if (verb === 'QUIT') turn.end()
}

function greet(session: Session, { login }: SmtpWorld): string {
  session.isGreeted = true
  return [
    '250-stand-in',
    '250-8BITMIME',
    '250-SMTPUTF8',
    ...(login ? ['250-AUTH PLAIN'] : []),
    '250 SIZE 1000000',
  ].join('\r\n')
}

function logIn(line: string, session: Session, { login }: SmtpWorld): string {
  const [, , initial = ''] = line.split(' ')
  const [, user, password] = Buffer.from(initial, 'base64').toString().split('\0')
  session.isLoggedIn = login !== undefined && user === login.user && password === login.password
  return session.isLoggedIn ? '235 2.7.0 welcome' : '535 5.7.8 authentication credentials invalid'
}

function mailFrom(line: string, session: Session, { login }: SmtpWorld): string {
  if (!session.isGreeted || session.from !== null) return '503 5.5.1 bad sequence of commands'
  if (login && !session.isLoggedIn) return '530 5.7.0 authentication required'
  const address = /^MAIL FROM:<([^<>]*)>/i.exec(line)?.[1]
  if (address === undefined) return '501 5.5.4 syntax'
  session.from = address
  return '250 2.1.0 ok'
}

function rcptTo(line: string, session: Session): string {
  const address = /^RCPT TO:<([^<>]+)>/i.exec(line)?.[1]
  if (session.from === null) return '503 5.5.1 bad sequence of commands'
  if (address === undefined) return '501 5.5.4 syntax'
  session.to.push(address)
  return '250 2.1.5 ok'
}

function data(session: Session): string {
  if (session.to.length === 0) return '503 5.5.1 bad sequence of commands'
  session.isInData = true
  return '354 go ahead'
}

function reset(session: Session): string {
  Object.assign(session, { from: null, to: [], isInData: false })
  return '250 2.0.0 ok'
}

function parseMail(text: string, envelope: { from: string; to: string[] }): Mail {
  const { headers, body } = parseEntity(text.replaceAll(/^\./gm, ''))
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return { ...envelope, headers, body: decode(headers, body), html: null }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parseEntity(part.slice(2, -2)))
  const find = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part ? decode(part.headers, part.body) : null
  }
  return { ...envelope, headers, body: find('text/plain') ?? '', html: find('text/html') }
}

function parseEntity(text: string): Pick<Mail, 'headers' | 'body'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return { headers: Object.fromEntries(lines.map(getField)), body: rest.join('\r\n\r\n') }
}

function decode(headers: Record<string, string>, body: string): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquoted(body) : body
}

const unquoted = (text: string) =>
  decodeURIComponent(
    text
      .replaceAll('=\r\n', '')
      .replaceAll('%', '=25')
      .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
  )

function getField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
