import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { type Server, type Socket, createConnection, createServer } from 'node:net'
import { join, relative } from 'node:path'

export interface CommandOutcome {
  status: number
  stdout: string
  stderr: string
}

/** The signal aborts when the service stops, or when the caller has gone. */
type Run = (args: string[], signal: AbortSignal) => Promise<CommandOutcome>

/** The time for a command to print its results when the service stops. */
const graceMs = 2000

const checkMs = 1000

interface Place {
  path: string
  leave: () => void
}

/** Systems limit a socket's path to about 103 bytes; a longer path is reached through the open folder. */
function placeIn(folder: string): Place {
  const absolute = join(folder, 'control.sock')
  const short = relative(process.cwd(), absolute)
  const path = short.length < absolute.length ? short : absolute
  if (Buffer.byteLength(path) <= 103) return { path, leave: () => {} }
  if (!existsSync('/proc/self/fd'))
    throw new Error(`The path ${folder} is too long for this system: set a shorter DATA_DIR.`)
  const handle = openSync(folder, 'r')
  return { path: `/proc/self/fd/${handle}/control.sock`, leave: () => closeSync(handle) }
}

/** Runs the commands of other processes in this one. Only the folder's owner can connect. */
export async function serveControl(folder: string, run: Run): Promise<{ close: () => Promise<void> }> {
  const { path, leave } = placeIn(folder)
  rmSync(path, { force: true }) // a killed owner left it: the folder's lock shows that there is no other
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => {}) // a caller that has gone: 'close' follows
    serveCommand(socket, run, stopping.signal).catch(() => socket.destroy())
  })
  await listen(server, path)
  chmodSync(path, 0o600)
  const close = async () => {
    stopping.abort()
    const cutting = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs)
    await new Promise<void>((resolve) => server.close(() => resolve())).finally(leave)
    clearTimeout(cutting)
  }
  return { close }
}

function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const umask = process.umask(0o177) // no other account may connect between bind and chmod
  server.once('error', reject).listen(path, resolve)
  process.umask(umask)
  return promise
}

async function serveCommand(socket: Socket, run: Run, stopping: AbortSignal): Promise<void> {
  const request: unknown = JSON.parse(await readToEnd(socket))
  const isArgs = Array.isArray(request) && request.every((arg) => typeof arg === 'string')
  if (!isArgs) return void socket.destroy()
  const leaving = new AbortController()
  const signal = AbortSignal.any([stopping, leaving.signal])
  // Only a write shows that the caller has gone; JSON may begin with spaces.
  const checking = setInterval(() => socket.write(' '), checkMs)
  socket.once('close', () => {
    clearInterval(checking)
    leaving.abort()
  })
  const outcome = await run(request, signal).finally(() => clearInterval(checking))
  // The failure of an aborted command says only that it was aborted; the caller says why.
  if (signal.aborted && outcome.status !== 0) socket.destroy()
  else socket.end(JSON.stringify(outcome))
}

/** undefined when no process serves the folder. */
export async function callControl(folder: string, args: string[]): Promise<CommandOutcome | undefined> {
  if (!existsSync(folder)) return undefined
  const { path, leave } = placeIn(folder)
  const socket = await connect(path).finally(leave)
  if (!socket) return undefined
  socket.end(JSON.stringify(args))
  return parseOutcome(await readToEnd(socket).catch(() => ''))
}

/** Our own process wrote the text, which is empty or truncated if it ended first. */
function parseOutcome(text: string): CommandOutcome {
  try {
    return JSON.parse(text) as CommandOutcome
  } catch {
    return { status: 1, stdout: '', stderr: 'The service stopped before the command had ended.\n' }
  }
}

function connect(path: string): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection({ path, allowHalfOpen: true })
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
  return promise
}

function readToEnd(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let content = ''
  socket
    .setEncoding('utf8')
    .on('data', (chunk: string) => (content += chunk))
    .once('end', () => resolve(content))
    .once('error', reject)
    .once('close', () => resolve(content))
  return promise
}
