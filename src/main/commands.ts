import { addAttestationCommands } from '../attestation/commands.ts'
import { toPrintable } from '../../contract/text.ts'
import type { Deps } from '../deps.ts'
import { addEvalCommand } from '../evaluation/commands.ts'
import { addIncidentCommands } from '../operations/commands.ts'
import { addPromptCommands } from '../signals/judge/commands.ts'
import { addKeyCommands } from '../keys/commands.ts'
import { addLaunchCommands } from '../notifications/commands.ts'
import { addLaunchpadCommands, addOutcomeCommands } from '../record/commands.ts'
import { type AddCommands, type Program, type Run, UsageError, toFailureLine } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { type Call, parseArguments, toWrongUsage } from '../platform/cli/program.ts'
import { addScoreCommands } from '../scoring/commands.ts'
import { addWebhookCommands } from '../webhooks/commands.ts'

/** The commands of each module, in the order of the help. */
const commands: AddCommands[] = [
  addServiceCommands,
  addTransferCommands,
  addScoreCommands,
  addAttestationCommands,
  addLaunchCommands,
  addIncidentCommands,
  addPromptCommands,
  addEvalCommand,
  addOutcomeCommands,
  addLaunchpadCommands,
  addKeyCommands,
  addWebhookCommands,
  addMcpCommand,
]

/** Parses a call of one of the commands or of `more`. */
export const parseCall = (args: string[], more: AddCommands[] = []): Call | CommandOutcome =>
  parseArguments(args, [...more, ...commands])

/** Runs a command in this process. Exit status: 0 done, 1 failed or aborted with one line, 2 wrong usage. */
export async function runCommand(
  deps: Deps,
  args: string[],
  signal = new AbortController().signal,
): Promise<CommandOutcome> {
  const call = parseCall(args)
  return 'status' in call ? call : runInService(deps, call, signal)
}

export async function runInService(deps: Deps, call: Call, signal: AbortSignal): Promise<CommandOutcome> {
  try {
    const { inService } = call.work
    if (!inService) throw new Error('This command runs in its own process, not inside the service.')
    const { lines, json, failure } = await inService(deps, signal)
    const stdout = `${call.isJson ? JSON.stringify(json) : toText(lines)}\n`
    if (failure === undefined) return { status: 0, stdout, stderr: '' }
    return { status: 1, stdout, stderr: `${toPrintable(failure)}\n` }
  } catch (error) {
    return toRefused(call, error) ?? { status: 1, stdout: '', stderr: `${toPrintable(toFailureLine(error))}\n` }
  }
}

/** The outcome of a call that a command found wrong; undefined: `error` is another failure. */
export const toRefused = ({ command }: Call, error: unknown): CommandOutcome | undefined =>
  error instanceof UsageError ? toWrongUsage(command, toPrintable(toFailureLine(error))) : undefined

/** A line may hold several, of a text that the command has written as a whole. */
const toText = (lines: string[]): string => lines.join('\n').split('\n').map(toPrintable).join('\n')

function addServiceCommands(program: Program, run: Run): void {
  program
    .command('start')
    .description(
      'run the service with the settings of the environment and of the file .env, until SIGTERM or Ctrl-C; the .env.example of the package lists them',
    )
    .option('--quiet', 'send notifications and deliveries only when the dispatch routes are called, for restored data')
    .action(({ quiet: isQuiet = false }) =>
      run({ alone: async ({ runCommand }) => (await import('./start.ts')).serve(runCommand, { isQuiet }) }),
    )
  program
    .command('doctor')
    .description('ask every configured provider once, and say what works, what is a stub and what fails and why')
    .action(() => run({ alone: async ({ isJson }) => (await import('./doctor-command.ts')).doctorCommand(isJson) }))
  program
    .command('migrate')
    .description('apply the pending database migrations')
    .action(() => run({ needsMigrations: false, inService: applyMigrations }))
}

async function applyMigrations({ migrations }: Deps) {
  const { migrate, migrationsFolder } = await import('../database/migrate.ts')
  const applied = await migrate(migrations, migrationsFolder)
  return { lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'], json: { applied } }
}

function addTransferCommands(program: Program, run: Run): void {
  program
    .command('backup')
    .description(
      'write all data and the encryption key of the embedded database to a new file; the service can keep running',
    )
    .argument('<file>')
    .action((file) =>
      run({
        alone: async ({ isJson }) => (await import('./export-commands.ts')).backupCommand(file, isJson),
        inService: async (deps) => (await import('./export-commands.ts')).snapshotCommand(deps),
      }),
    )
  program
    .command('export')
    .description('write all data to a new file, without any key, to import it into another database')
    .argument('<file>')
    .action((file) =>
      run({ alone: async ({ isJson }) => (await import('./export-commands.ts')).exportCommand(file, isJson) }),
    )
  program
    .command('import')
    .description('read a backup or an export into an empty database, embedded or server; stop the service first')
    .argument('<file>')
    .action((file) =>
      run({
        alone: async ({ isJson }) => (await import('./import-command.ts')).importCommand(file, isJson),
        inService: () => Promise.reject(new Error('The service runs on this database: stop it before you import.')),
      }),
    )
}

function addMcpCommand(program: Program, run: Run): void {
  program
    .command('mcp')
    .description('serve tools for agents (Model Context Protocol) on standard input and output, until the input ends')
    .option('--url <url>', 'the address of a service; PUBLIC_URL by default')
    .option('--key <key>', 'an API key of the service; requests have none by default')
    .option('--key-file <file>', 'a file with the API key; other accounts can’t see it in the process list')
    .option('--rpc <url>', 'the URL of a node of the attestations’ chain, for the tool verify_score')
    .action((options) => run({ alone: async () => (await import('./mcp-command.ts')).mcpCommand(options) }))
}
