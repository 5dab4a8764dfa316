import { type RemoteInfo, createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Addresses by kind, an error code of the protocol, or nothing at all. */
export type NameResponse = { A?: string[]; AAAA?: string[] } | 'NXDOMAIN' | 'SERVFAIL' | 'silence'

export interface NameServerOptions {
  /** Asked for each question; by default the names of `*.slow.test` get silence and no other exists. */
  respond?: (name: string) => NameResponse
}

export interface NameServer {
  /** `address:port`, as DNS_SERVERS takes it. */
  address: string
  /** The names of every question so far, once for each kind. */
  asked: string[]
  /** Resolves when this number of questions has arrived. */
  until: (count: number) => Promise<void>
  close: () => Promise<void>
}

const kinds = { 1: 'A', 28: 'AAAA' } as const
const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const

/** A name server on a free UDP port of this machine. */
export async function startNameServer({ respond = bySuffix }: NameServerOptions = {}): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const question = readQuestion(query)
    asked.push(question.name)
    socket.emit('asked')
    const response = responseTo(query, question, respond(question.name))
    if (response) socket.send(response, from.port, from.address)
  })
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  const until = async (count: number) => {
    while (asked.length < count) await once(socket, 'asked')
  }
  const close = async () => {
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
  return { address: `127.0.0.1:${socket.address().port}`, asked, until, close }
}

const bySuffix = (name: string): NameResponse => (name.endsWith('.slow.test') ? 'silence' : 'NXDOMAIN')

interface Question {
  name: string
  kind: number
  /** Where the question ends in the message (RFC 1035, 4.1.2). */
  end: number
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = 12 // after the header
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), kind: query.readUInt16BE(at + 1), end: at + 5 }
}

function responseTo(query: Buffer, { kind, end }: Question, answer: NameResponse): Buffer | undefined {
  if (answer === 'silence') return undefined
  const code = typeof answer === 'string' ? codes[answer] : 0
  const name = kind === 1 || kind === 28 ? kinds[kind] : undefined
  const addresses = (typeof answer === 'object' && name && answer[name]) || []
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2) // a response; recursion desired and available
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, end), ...addresses.map((address) => record(kind, address))])
}

/** A record about the name of the question (a pointer to it), for 60 s. */
function record(kind: number, address: string): Buffer {
  const bytes = kind === 1 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(kind, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

/** Eight groups, none left out. */
const ipv6Bytes = (address: string) =>
  Buffer.from(
    address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  )
