import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { type Server, type Socket, createConnection, createServer } from 'node:net'
import { join, relative } from 'node:path'

/** The result of a command: its exit status and its output. */
export interface CommandOutcome {
  status: number
  stdout: string
  stderr: string
}

interface Place {
  path: string
  /** Call it when the path is no longer needed. */
  leave: () => void
}

/** Systems limit a socket's path to 103 bytes or a little more; a longer path is reached through the open folder. */
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

/** Runs the commands of other processes in this one, which owns `folder`. Only the folder's owner can connect. */
export async function serveControl(
  folder: string,
  run: (args: string[]) => Promise<CommandOutcome>,
): Promise<{ close: () => Promise<void> }> {
  const { path, leave } = placeIn(folder)
  rmSync(path, { force: true }) // a killed owner left it: the folder's lock shows that there is no other
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    response(socket, run).catch(() => socket.destroy())
  })
  await listen(server, path)
  chmodSync(path, 0o600)
  return { close: () => new Promise<void>((resolve) => server.close(() => resolve())).finally(leave) }
}

function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const umask = process.umask(0o177) // no other account may connect between bind and chmod
  server.once('error', reject).listen(path, resolve)
  process.umask(umask)
  return promise
}

async function response(socket: Socket, run: (args: string[]) => Promise<CommandOutcome>): Promise<void> {
  const request: unknown = JSON.parse(await readToEnd(socket))
  const isArgs = Array.isArray(request) && request.every((arg) => typeof arg === 'string')
  if (isArgs) socket.end(JSON.stringify(await run(request)))
  else socket.destroy()
}

/** Runs a command in the owner of `folder`; undefined when no process serves the folder. */
export async function callControl(folder: string, args: string[]): Promise<CommandOutcome | undefined> {
  if (!existsSync(folder)) return undefined
  const { path, leave } = placeIn(folder)
  const socket = await connect(path).finally(leave)
  if (!socket) return undefined
  socket.end(JSON.stringify(args))
  return JSON.parse(await readToEnd(socket)) as CommandOutcome // our own process wrote it
}

function connect(path: string): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection({ path, allowHalfOpen: true })
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
  return promise
}

/** Reads what the other side sends. Iterating would destroy the socket on Node 24.0, before anything is written to it. */
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
