import { parseArgs } from 'node:util'
import { retryAttestationCommand } from './attestation/retry-attestation.ts'
import { revokeAttestationCommand } from './attestation/revoke-attestation.ts'
import { verifyScoreCommand } from './attestation/verify-score.ts'
import type { Deps } from './deps.ts'
import { listIncidentsCommand } from './incidents/list-incidents.ts'
import { openIncidentCommand } from './incidents/open-incident.ts'
import { resolveIncidentCommand } from './incidents/resolve-incident.ts'
import { updateIncidentCommand } from './incidents/update-incident.ts'
import { issueKeyCommand } from './keys/issue-key.ts'
import { listKeysCommand } from './keys/list-keys.ts'
import { revokeKeyCommand } from './keys/revoke-key.ts'
import { rotateKeyCommand } from './keys/rotate-key.ts'
import { showKeyCommand } from './keys/show-key.ts'
import { type Command, type CommandCall, UsageError, positionalsOf } from './platform/command.ts'
import type { CommandOutcome } from './platform/control-socket.ts'
import { migrate } from './platform/migrate.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { listenCommand } from './webhooks/listen-for-deliveries.ts'
import { rekeySecretsCommand } from './webhooks/rekey-secrets.ts'

/** The commands of the internal tool, by name. */
export const commands: Record<string, Command<Deps>> = {
  migrate: {
    usage: 'migrate',
    summary: 'bring the database up to date',
    run: async ({ migrations }) => {
      const applied = await migrate(migrations, migrationsFolder)
      return {
        lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'],
        json: { applied },
      }
    },
  },
  'score verify': verifyScoreCommand,
  'attestation revoke': revokeAttestationCommand,
  'attestation retry': retryAttestationCommand,
  'incident open': openIncidentCommand,
  'incident update': updateIncidentCommand,
  'incident resolve': resolveIncidentCommand,
  'incident list': listIncidentsCommand,
  'keys issue': issueKeyCommand,
  'keys rotate': rotateKeyCommand,
  'keys revoke': revokeKeyCommand,
  'keys list': listKeysCommand,
  'keys show': showKeyCommand,
  'webhooks listen': listenCommand,
  'webhooks rekey': rekeySecretsCommand,
}

export const usage = [
  'usage: launchscore <command> [--json]',
  ...Object.values(commands).map(({ usage, summary }) => `  ${usage}: ${summary}`),
].join('\n')

interface Call extends CommandCall {
  command: Command<Deps>
  isJson: boolean
}

/** What the arguments ask for, or why they can't be understood. */
export function parseCall(args: string[]): Call | { fault: string } {
  const [name, rest] = commandNameOf(args.filter((arg) => arg !== '--json'))
  const command = commands[name]
  if (!command) return { fault: name ? `there is no command ${name}` : 'which command?' }
  try {
    const { values, positionals } = parseArgs({ args: rest, options: command.options ?? {}, allowPositionals: true })
    const fault = faultOf(name, command, positionals)
    const options = values as CommandCall['options'] // no option is `multiple`
    return fault ? { fault } : { command, isJson: args.includes('--json'), positionals, options }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

/** The name that the first word or two make, and what follows it. */
function commandNameOf([first = '', second = '', ...more]: string[]): [name: string, rest: string[]] {
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  if (isGroup) return [`${first} ${second}`.trim(), more]
  return [first, second ? [second, ...more] : []]
}

function faultOf(name: string, { usage }: Command<Deps>, positionals: string[]): string | undefined {
  const { least, most } = positionalsOf(usage)
  if (positionals.length > most) return `${name} takes no ${positionals[most]}`
  return positionals.length < least ? `${name}: something is missing: ${usage}` : undefined
}

/** Runs a command in this process: exit status 0 done, 1 failed with one line, 2 wrong usage. */
export async function runCommand(deps: Deps, args: string[]): Promise<CommandOutcome> {
  const call = parseCall(args)
  if ('fault' in call) return { status: 2, stdout: '', stderr: `${call.fault}\n${usage}\n` }
  try {
    const { lines, json, status = 0 } = await call.command.run(deps, call)
    return { status, stdout: `${call.isJson ? JSON.stringify(json) : lines.join('\n')}\n`, stderr: '' }
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    if (error instanceof UsageError) return { status: 2, stdout: '', stderr: `${line}\nusage: ${call.command.usage}\n` }
    return { status: 1, stdout: '', stderr: `${line}\n` }
  }
}
