import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type AddCommands, toFailureLine } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { exitOnSignal } from '../platform/cli/process.ts'
import { type Call, toArguments } from '../platform/cli/program.ts'
import { parseCall, runCommand, runInService, toRefused } from './commands.ts'

/**
 * Runs the command-line tool, with the commands that `more` adds, and sets the exit status. A command's modules are imported
 * when it runs: help, the version and usage errors load no more than the definitions of the commands.
 */
export async function runTool(args: string[], more: AddCommands[] = []): Promise<void> {
  exitOnSignal()
  process.stdout.once('error', failToPrint).on('error', () => {}) // report the first failure only
  process.stderr.on('error', () => {}) // there is no stream left for a report
  const call = parseCall(args, more)
  const outcome =
    'status' in call ? call : await run(call).catch((error: unknown) => toRefused(call, error) ?? toOutcome(error))
  if (outcome.stdout !== '') process.stdout.write(outcome.stdout)
  if (outcome.stderr !== '') process.stderr.write(outcome.stderr)
  process.exitCode ||= outcome.status
}

/** A reader such as `head` may close the pipe before it has read everything. */
function failToPrint({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  process.stderr.write(`Standard output can’t be written: ${message}\n`)
  process.exitCode = 1
}

async function run(call: Call): Promise<CommandOutcome> {
  const { alone } = call.work
  if (alone) return alone({ isJson: call.isJson, runCommand })
  const { parseConfig } = await import('../config.ts')
  const config = { ...parseConfig(), logLevel: 'silent', redisUrl: null, otlp: null } // no limits and no traces
  return (await runInOwner(config, call)) ?? runHere(config, call)
}

/** The embedded database has one owner: while a server runs, it runs the command. */
async function runInOwner(config: Config, call: Call): Promise<CommandOutcome | undefined> {
  if (config.databaseUrl) return undefined
  const { callControl } = await import('../platform/cli/control-socket.ts')
  return callControl(resolve(config.dataDir), toArguments(call))
}

async function runHere(config: Config, call: Call): Promise<CommandOutcome> {
  const { hasEmbeddedDb } = await import('../database/embedded-db.ts')
  const folder = resolve(config.dataDir)
  if (config.databaseUrl || hasEmbeddedDb(folder)) return runOn(config, call)
  if (call.work.needsData === false) return runOnNothing(config, call)
  return withNote(await runOn(config, call), `made a new embedded database in ${folder}`)
}

/** On an empty database that is deleted at the end. */
async function runOnNothing(config: Config, call: Call): Promise<CommandOutcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchscore-'))
  try {
    return await runOn({ ...config, dataDir }, call)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function runOn(config: Config, call: Call): Promise<CommandOutcome> {
  const { openDeps } = await import('./open-deps.ts')
  const { deps, close } = await openDeps(config)
  try {
    if (call.work.needsMigrations !== false) await prepareDatabase(config, deps)
    return await runInService(deps, call, new AbortController().signal)
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
  const { migrate, migrationsFolder, requireMigrated } = await import('../database/migrate.ts')
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
