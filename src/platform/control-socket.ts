import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { type Server, type Socket, createConnection, createServer } from 'node:net'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

/** What a command gives: its exit status and what it prints. */
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

/** Systems take 103 bytes and a little more as a socket's path; a longer one is entered through the open folder. */
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

/** Lets commands of other processes run in this one, the owner of `folder`. Only the folder's owner may connect. */
export async function serveControl(
  folder: string,
  run: (args: string[]) => Promise<CommandOutcome>,
): Promise<{ close: () => Promise<void> }> {
  const { path, leave } = placeIn(folder)
  rmSync(path, { force: true }) // left by a killed owner: the folder's lock says that there is no other
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    answer(socket, run).catch(() => socket.destroy())
  })
  await listen(server, path)
  chmodSync(path, 0o600)
  return { close: () => new Promise<void>((resolve) => server.close(() => resolve())).finally(leave) }
}

function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const umask = process.umask(0o177) // nobody may slip in between bind and chmod
  server.once('error', reject).listen(path, resolve)
  process.umask(umask)
  return promise
}

async function answer(socket: Socket, run: (args: string[]) => Promise<CommandOutcome>): Promise<void> {
  const request: unknown = JSON.parse(await text(socket))
  const isArgs = Array.isArray(request) && request.every((arg) => typeof arg === 'string')
  if (isArgs) socket.end(JSON.stringify(await run(request)))
  else socket.destroy()
}

/** Has the owner of `folder` run a command; undefined when no process serves the folder. */
export async function callControl(folder: string, args: string[]): Promise<CommandOutcome | undefined> {
  if (!existsSync(folder)) return undefined
  const { path, leave } = placeIn(folder)
  const socket = await connect(path).finally(leave)
  if (!socket) return undefined
  socket.end(JSON.stringify(args))
  return JSON.parse(await text(socket)) as CommandOutcome // our own process wrote it
}

function connect(path: string): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection({ path, allowHalfOpen: true })
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
  return promise
}
