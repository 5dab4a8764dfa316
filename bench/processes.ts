import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { believingUs } from './fresh-caller.ts'

const root = join(import.meta.dirname, '..')

export interface Started {
  url: string
  pid: number
  /** From the start of the process to the first good answer of `/ready`. */
  readyAfterMs: number
  /** Ends it in peace and waits until it is gone. */
  stop: () => Promise<void>
}

/** The service as an operator would run it: in a process of its own, with the default settings behind a proxy: us. */
export const startService = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Started> =>
  startProcess(opened, 'src/main.ts', { ...believingUs, ...environment })

/** What the service's reads are compared with. */
export const startBareServer = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Started> =>
  startProcess(opened, 'bench/bare-server.ts', environment)

/** What limits and keys cost is measured there. */
export const startGuardedServer = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv) =>
  startProcess(opened, 'bench/guarded-server.ts', { ...believingUs, ...environment })

async function startProcess(
  opened: AsyncDisposableStack,
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<Started & { keys: string[] }> {
  const startedAt = performance.now()
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment } // nothing else of the caller's configures it
  const child = spawn(process.execPath, [program], { cwd: root, env })
  const stop = openStop(child)
  opened.defer(stop)
  const problems = text(child.stderr)
  const said = await listeningLine(child)
  if (!said) throw new Error(`${program} did not start: ${await problems}`)
  const { url, keys = [] } = said
  const { status } = await fetch(`${url}/ready`)
  if (status !== 200) throw new Error(`${program} is not ready: ${status}`)
  return { url, keys, pid: child.pid ?? 0, readyAfterMs: performance.now() - startedAt, stop }
}

export interface Forked {
  /** Sends a question and resolves with the next message that comes back. */
  ask: <Answer>(question: string) => Promise<Answer>
  /** Ends it in peace and waits until it is gone. */
  stop: () => Promise<void>
}

/** A program of this folder that says over the channel between processes when it is ready, and answers questions there. */
export async function startForked(
  opened: AsyncDisposableStack,
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<Forked & { ready: unknown }> {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = fork(join(root, program), { cwd: root, env })
  const stop = openStop(child)
  opened.defer(stop)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended`)))
  ended.catch(() => {}) // it may end when nobody asks
  const hear = <Answer>() =>
    Promise.race([ended, new Promise<Answer>((resolve) => child.once('message', resolve as (answer: unknown) => void))])
  const ready = await hear<unknown>()
  const ask = <Answer>(question: string) => {
    child.send(question)
    return hear<Answer>()
  }
  return { ready, ask, stop }
}

/** A child never outlives this process, however that ends. */
function openStop(child: ChildProcess): () => Promise<void> {
  const exited = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return async () => {
    child.kill('SIGTERM')
    await exited // also when it was stopped before
    process.off('exit', kill)
  }
}

interface Listening {
  msg: string
  url: string
  keys?: string[]
}

/** The line of the log that tells the address; what comes after it is thrown away. */
async function listeningLine({ stdout }: ChildProcess): Promise<Listening | undefined> {
  if (!stdout) return undefined
  for await (const line of createInterface({ input: stdout })) {
    const said = JSON.parse(line) as Listening
    if (said.msg !== 'listening') continue
    stdout.resume()
    return said
  }
  return undefined
}
