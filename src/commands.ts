import { parseArgs } from 'node:util'
import type { Deps } from './deps.ts'
import type { CommandOutcome } from './platform/control-socket.ts'
import { migrate } from './platform/migrate.ts'
import { migrationsFolder } from './migrations-folder.ts'

interface Command {
  usage: string
  summary: string
  /** What is printed for people, and what for programs. */
  run: (deps: Deps) => Promise<{ lines: string[]; json: unknown }>
}

/** The commands of the internal tool, by name. */
export const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    summary: 'bring the database up to date',
    run: async ({ db }) => {
      const applied = await migrate(db, migrationsFolder)
      return {
        lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'],
        json: { applied },
      }
    },
  },
}

export const usage = [
  'usage: launchscore <command> [--json]',
  ...Object.values(commands).map(({ usage, summary }) => `  ${usage}: ${summary}`),
].join('\n')

interface Call {
  command: Command
  isJson: boolean
}

/** What the arguments ask for, or why they can't be understood. */
export function parseCall(args: string[]): Call | { fault: string } {
  try {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true })
    const [name = '', ...more] = positionals
    const command = commands[name]
    if (!command) return { fault: name ? `there is no command ${name}` : 'which command?' }
    return more.length > 0 ? { fault: `${name} takes no ${more[0]}` } : { command, isJson: values.json === true }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

/** Runs a command in this process: exit status 0 done, 1 failed with one line, 2 wrong usage. */
export async function runCommand(deps: Deps, args: string[]): Promise<CommandOutcome> {
  const call = parseCall(args)
  if ('fault' in call) return { status: 2, stdout: '', stderr: `${call.fault}\n${usage}\n` }
  try {
    const { lines, json } = await call.command.run(deps)
    return { status: 0, stdout: `${call.isJson ? JSON.stringify(json) : lines.join('\n')}\n`, stderr: '' }
  } catch (error) {
    return { status: 1, stdout: '', stderr: `${(error as Error).message.split('\n')[0]}\n` }
  }
}
