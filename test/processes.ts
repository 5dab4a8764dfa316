import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

const root = join(import.meta.dirname, '..')

export interface ServiceProcess {
  process: ChildProcess
  url: string
}

/** Starts the service as a process of its own, on any free port, and waits until it listens. Killed after the test. */
export async function startService(
  t: Pick<TestContext, 'after'>,
  environment: NodeJS.ProcessEnv,
  program = 'src/main.ts',
): Promise<ServiceProcess> {
  const child = spawnService(t, environment, program)
  const problems = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg !== 'listening' || !url) continue
    child.stdout.resume()
    return { process: child, url }
  }
  throw new Error(`the service did not start: ${await problems}`)
}

/** The same without waiting for anything. */
export function spawnService(t: Pick<TestContext, 'after'>, environment: NodeJS.ProcessEnv, program = 'src/main.ts') {
  const child = spawn(process.execPath, [program], { cwd: root, env: clean({ PORT: '0', ...environment }) })
  t.after(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a program of the checkout to its end. */
export async function runCli(args: string[], environment: NodeJS.ProcessEnv, program = 'src/cli.ts') {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env: clean(environment) })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { status: child.exitCode, stdout, stderr }
}

/** Nothing of the caller's environment configures the child. */
const clean = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], ...environment })
