import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import { type Call, getHelp, parseCall, runCommand, toArgs, toRefused, toWrongUsage } from './commands.ts'
import type { Config } from '../config.ts'
import { toFailureLine } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { exitOnSignal } from '../platform/cli/exit-on-signal.ts'
import { getVersion } from '../platform/package-version.ts'

// A command's modules are imported when it runs: help, the version and usage errors load no more than this file names.

exitOnSignal()
process.stdout.once('error', failToPrint).on('error', () => {}) // report the first failure only
process.stderr.on('error', () => {}) // there is no stream left for a report

const outcome = await main(process.argv.slice(2)).catch(toOutcome)
if (outcome.stdout !== '') process.stdout.write(outcome.stdout)
if (outcome.stderr !== '') process.stderr.write(outcome.stderr)
process.exitCode ||= outcome.status

/** A reader such as `head` may close the pipe before it has read everything. */
function failToPrint({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  process.stderr.write(`Standard output can’t be written: ${message}\n`)
  process.exitCode = 1
}

async function main(args: string[]): Promise<CommandOutcome> {
  const answer = getHelp(args) ?? showVersion(args)
  if (answer) return answer
  const call = parseCall(args)
  if ('fault' in call) return toWrongUsage(call.fault, call.usage)
  const command = await call.command.load(call)
  if ('runAlone' in command)
    return command.runAlone(call, runCommand).catch((error: unknown) => toRefused(call, error) ?? toOutcome(error))
  const { parseConfig } = await import('../config.ts')
  const config = { ...parseConfig(), logLevel: 'silent', redisUrl: null, otlp: null } // no limits and no traces
  return (await runInOwner(config, toArgs(call))) ?? runHere(config, args, call)
}

function showVersion(args: string[]): CommandOutcome | undefined {
  const [name, excess] = args.filter((arg) => arg !== '--json')
  if (name !== '--version') return undefined
  if (excess !== undefined)
    return toWrongUsage(`--version: unexpected argument ${excess}`, 'usage: launchscore --version [--json]')
  const version = getVersion()
  return { status: 0, stdout: `${args.includes('--json') ? JSON.stringify({ version }) : version}\n`, stderr: '' }
}

/** The embedded database has one owner: while a server runs, it runs the command. */
async function runInOwner(config: Config, args: string[]): Promise<CommandOutcome | undefined> {
  if (config.databaseUrl) return undefined
  const { callControl } = await import('../platform/cli/control-socket.ts')
  return callControl(resolve(config.dataDir), args)
}

async function runHere(config: Config, args: string[], call: Call): Promise<CommandOutcome> {
  const { hasEmbeddedDb } = await import('../database/embedded-db.ts')
  const folder = resolve(config.dataDir)
  if (config.databaseUrl || hasEmbeddedDb(folder)) return runOn(config, args)
  if (call.command.needsData?.(call) === false) return runOnNothing(config, args)
  return withNote(await runOn(config, args), `made a new embedded database in ${folder}`)
}

/** On an empty database that is deleted at the end. */
async function runOnNothing(config: Config, args: string[]): Promise<CommandOutcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchscore-'))
  try {
    return await runOn({ ...config, dataDir }, args)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function runOn(config: Config, args: string[]): Promise<CommandOutcome> {
  const { openDeps } = await import('./open-deps.ts')
  const { deps, close } = await openDeps(config)
  try {
    if (args.find((arg) => arg !== '--json') !== 'migrate') await prepareDatabase(config, deps)
    return await runCommand(deps, args)
  } finally {
    await close()
  }
}

/**
 * A command without the service's environment would otherwise succeed on a new database without a word. A failure keeps
 * its one line.
 */
function withNote({ status, stdout, stderr }: CommandOutcome, note: string): CommandOutcome {
  return { status, stdout, stderr: status === 1 ? `${stderr.trimEnd()} (${note})\n` : `${stderr}${note}\n` }
}

/** The embedded database is ours alone. That of a server may have replicas of an older release, so only `migrate` changes it. */
async function prepareDatabase(config: Config, { migrations }: Deps): Promise<void> {
  const [{ migrate, requireMigrated }, { migrationsFolder }] = await Promise.all([
    import('../database/migrate.ts'),
    import('./migrations-folder.ts'),
  ])
  if (config.databaseUrl) await requireMigrated(migrations, migrationsFolder)
  else await migrate(migrations, migrationsFolder)
}

async function toOutcome(error: unknown): Promise<CommandOutcome> {
  const { ConfigError } = await import('../platform/env.ts')
  if (error instanceof ConfigError) return { status: 2, stdout: '', stderr: `${error.problems.join('\n')}\n` }
  const { FolderInUse } = await import('../database/data-folder.ts')
  const hint = error instanceof FolderInUse ? ' That process is not ready yet: try again in a moment.' : ''
  return { status: 1, stdout: '', stderr: `${toFailureLine(error)}${hint}\n` }
}
