import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { spawnProgram, waitUntilListening } from '../../dev/server/start-program.ts'
import { believingUs } from './fresh-caller.ts'

const root = join(import.meta.dirname, '../..')

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
  startProcess(opened, 'src/main/main.ts', { ...believingUs, ...environment })

/** The baseline of the service's reads. */
export const startBareServer = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Started> =>
  startProcess(opened, 'bench/lib/bare-server.ts', environment)

/** The baseline of a score. */
export const startBareScorer = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv): Promise<Started> =>
  startProcess(opened, 'bench/lib/bare-scorer.ts', environment)

/** The server that measures the cost of limits and keys. */
export const startGuardedServer = (opened: AsyncDisposableStack, environment: NodeJS.ProcessEnv) =>
  startProcess(opened, 'bench/lib/guarded-server.ts', { ...believingUs, ...environment })

async function startProcess(
  opened: AsyncDisposableStack,
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<Started & { keys: string[] }> {
  const startedAt = performance.now()
  const child = spawnProgram([program], environment)
  const stop = openStop(child)
  opened.defer(stop)
  const { url, keys = [] } = await waitUntilListening(child)
  const { status } = await fetch(`${url}/ready`)
  if (status !== 200) throw new Error(`${program} is not ready: ${status}`)
  return { url, keys, pid: child.pid ?? 0, readyAfterMs: performance.now() - startedAt, stop }
}

export interface Forked {
  /** Sends a question and resolves with the next message that comes back. */
  ask: <StandInResponse>(question: string) => Promise<StandInResponse>
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
  const hear = <StandInResponse>() =>
    Promise.race([
      ended,
      new Promise<StandInResponse>((resolve) => child.once('message', resolve as (response: unknown) => void)),
    ])
  const ready = await hear<unknown>()
  const ask = <StandInResponse>(question: string) => {
    child.send(question)
    return hear<StandInResponse>()
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
