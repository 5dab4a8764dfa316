import { type Socket, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A way to answer a request that no honest server has. */
export type Hostility = keyof typeof hostilities

const head = (...headers: string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...headers, '', ''].join('\r\n')
const closing = head('connection: close')

/** Writes as fast as the other side reads, without an end or until `left` bytes are written. */
function pour(socket: Socket, piece: Buffer, left = Infinity): void {
  for (let rest = left; rest > 0 && !socket.destroyed; rest -= piece.length)
    if (!socket.write(piece)) return void socket.once('drain', () => pour(socket, piece, rest - piece.length))
  socket.end()
}

const mebibyte = Buffer.alloc(2 ** 20, ' ')
/** 50 MB of white space, in 50 kB. */
const bomb = gzipSync(Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(50_000_000, ' '), Buffer.from('"}')]))
const rows = Buffer.from(`{"status":"1","result":[${'{"from":"0x00"},'.repeat(1_500_000)}{}]}`)

const hostilities = {
  'never ends its body': (socket: Socket) => {
    socket.write(closing)
    pour(socket, mebibyte)
  },
  'sends a byte now and then': (socket: Socket) => {
    socket.write(head('content-length: 1000'))
    const dripping = setInterval(() => socket.write(' '), 50)
    socket.on('close', () => clearInterval(dripping))
  },
  'promises more than it sends': (socket: Socket) =>
    socket.end(`${head('content-length: 5000')}{"status":"1","result":[]}`),
  'promises less than it sends': (socket: Socket) =>
    socket.end(`${head('content-length: 20', 'connection: close')}{"status":"1","message":"OK","result":[]}`),
  'sends 24 MB of JSON': (socket: Socket) => socket.end(Buffer.concat([Buffer.from(closing), rows])),
  'nests a million arrays': (socket: Socket) =>
    socket.end(`${closing}${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  'packs 50 MB into 50 kB': (socket: Socket) =>
    socket.end(
      Buffer.concat([
        Buffer.from(head('connection: close', 'content-encoding: gzip', `content-length: ${bomb.length}`)),
        bomb,
      ]),
    ),
  'never ends its headers': (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    pour(socket, Buffer.from(`x-more: ${'x'.repeat(1000)}\r\n`))
  },
  'sends headers and nothing else': (socket: Socket) => void socket.write(head('content-length: 100')),
  'says nothing': () => {},
  'says no HTTP': (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
}

export const allHostilities = Object.keys(hostilities) as Hostility[]

/** A server on a free port of this machine that answers all requests in one hostile way. */
export async function startHostileServer(hostility: Hostility) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => hostilities[hostility](socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** The most bytes that were written to one connection so far. */
    maxSentBytes: () => Math.max(0, ...[...sockets].map((socket) => socket.bytesWritten)),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
