import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** Starts a program of the checkout with Node. Only PATH and `environment` configure it; it listens on any free port. */
export const spawnProgram = (args: string[], environment: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, args, { cwd: root, env: { ...inherited(), PORT: '0', ...environment } })

/** The only variables of this process that a program gets: where to find tools, and compiled code. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** The log line that a program writes as soon as it listens. */
export interface Listening {
  url: string
  /** Written by a benchmark's server. */
  keys?: string[]
}

/** Waits until a program listens and discards its further output. Throws with the program's errors when it ends before. */
export async function waitUntilListening({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<Listening> {
  const problems = text(stderr)
  for await (const line of createInterface({ input: stdout })) {
    const { msg, ...listening } = JSON.parse(line) as Listening & { msg: string }
    if (msg !== 'listening' || !listening.url) continue
    stdout.resume()
    return listening
  }
  throw new Error(`the program did not start: ${await problems}`)
}
