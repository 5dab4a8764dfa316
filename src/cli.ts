#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseCall, runCommand, usage } from './commands.ts'
import { type Config, parseConfig } from './config.ts'
import { openDeps } from './open-deps.ts'
import { UsageError } from './platform/command.ts'
import { type CommandOutcome, callControl } from './platform/control-socket.ts'
import { ConfigError } from './platform/env.ts'
import { FolderInUse } from './platform/folder-lock.ts'

const outcome = await main(process.argv.slice(2)).catch(outcomeOf)
process.stdout.write(outcome.stdout)
process.stderr.write(outcome.stderr)
process.exitCode = outcome.status

async function main(args: string[]): Promise<CommandOutcome> {
  if (args[0] === 'help' || args.includes('--help')) return { status: 0, stdout: `${usage}\n`, stderr: '' }
  const call = parseCall(args)
  if ('fault' in call) return { status: 2, stdout: '', stderr: `${call.fault}\n${usage}\n` }
  if (call.command.runAlone) return call.command.runAlone(call)
  const config = { ...parseConfig(), logLevel: 'silent', redisUrl: null } // nobody is limited here
  return (await runInOwner(config, args)) ?? runHere(config, args)
}

/** The embedded database has one owner: while a server runs, the command runs in it. */
async function runInOwner(config: Config, args: string[]): Promise<CommandOutcome | undefined> {
  return config.databaseUrl ? undefined : callControl(resolve(config.dataDir), args)
}

async function runHere(config: Config, args: string[]): Promise<CommandOutcome> {
  const { deps, close } = await openDeps(config)
  try {
    return await runCommand(deps, args)
  } finally {
    await close()
  }
}

function outcomeOf(error: unknown): CommandOutcome {
  if (error instanceof ConfigError) return { status: 2, stdout: '', stderr: `${error.problems.join('\n')}\n` }
  if (error instanceof UsageError) return { status: 2, stdout: '', stderr: `${error.message}\n` }
  const hint = error instanceof FolderInUse ? ' It does not answer yet: try again in a moment.' : ''
  return { status: 1, stdout: '', stderr: `${(error as Error).message.split('\n')[0]}${hint}\n` }
}
