import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { inherited, spawnProgram, waitUntilListening } from '../../dev/server/start-program.ts'
import { until } from '../world/waiting.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { copyTemplate, openTestDb } from '../world/database.ts'

const root = join(import.meta.dirname, '../..')

export interface ServiceProcess {
  process: ChildProcess
  url: string
}

/** Starts the service as a process of its own, on any free port, and waits until it listens. Killed after the test. */
export async function startService(
  t: Pick<TestContext, 'after'>,
  environment: NodeJS.ProcessEnv,
  program?: string,
): Promise<ServiceProcess> {
  const child = spawnService(t, environment, program)
  const { url } = await waitUntilListening(child)
  return { process: child, url }
}

interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

/** The same, with all that it logs. */
export async function startLogged(t: Pick<TestContext, 'after'>, environment: NodeJS.ProcessEnv) {
  const child = spawnService(t, environment)
  const lines: LogLine[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as LogLine))
  const problems = text(child.stderr)
  const ended = once(child, 'close') as Promise<[number | null]>
  const listening = () => lines.find(({ msg }) => msg === 'listening')
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the service did not start: ${await problems}`)
    return listening() !== undefined
  })
  return { process: child, url: String(listening()?.['url']), lines, ended }
}

/** Starts the service without waiting. */
export function spawnService(
  t: Pick<TestContext, 'after'>,
  environment: NodeJS.ProcessEnv,
  program = 'src/main/main.ts',
) {
  const child = spawnProgram(toArgs(program), { DRAIN_SECONDS: '0', ...environment })
  t.after(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a program of the checkout to its end. */
export async function runCli(args: string[], environment: NodeJS.ProcessEnv, program = 'src/main/cli.ts') {
  const child = spawn(process.execPath, [...toArgs(program), ...args], { cwd: root, env: clean(environment) })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { status: child.exitCode, stdout, stderr }
}

/** The programs that run from the source in any case, for tests that look at the modules that are loaded. */
export const fromSource = { service: join(root, 'src/main/main.ts'), cli: join(root, 'src/main/cli.ts') }

/** The entry point. With TEST_BUILT it is that of the built package, which starts in a third of the processor time. */
export const launchscore = join(root, process.env['TEST_BUILT'] ? 'dist/bin/launchscore.js' : 'bin/launchscore.js')

/** How the built package runs these programs of the source. */
const built: Record<string, string[] | undefined> = {
  'src/main/main.ts': [launchscore, 'start'],
  'src/main/cli.ts': [launchscore],
}

const toArgs = (program: string): string[] => (process.env['TEST_BUILT'] && built[program]) || [program]

/** Nothing of the caller's environment configures the child. */
const clean = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...inherited(), ...environment })

/** Starts the service in a process of its own, on a database of its own: a server's or the embedded one. */
export async function startOwnService(
  t: Pick<TestContext, 'after'>,
  environment: NodeJS.ProcessEnv,
  program?: string,
): Promise<ServiceProcess & { stop: () => Promise<void> }> {
  const service = await startService(t, { ...(await openStorage(t)), ...environment }, program)
  const stop = async () => {
    service.process.kill('SIGTERM')
    if (service.process.exitCode === null) await once(service.process, 'exit')
  }
  return { ...service, stop }
}

async function openStorage(t: Pick<TestContext, 'after'>): Promise<NodeJS.ProcessEnv> {
  if (process.env.TEST_DATABASE_URL) {
    const { url, close } = await openTestDb()
    t.after(close)
    return { DATABASE_URL: url ?? '', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  }
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-own-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return { DATA_DIR: folder }
}
