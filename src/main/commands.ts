import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Deps } from '../deps.ts'
import {
  type CommandCall,
  type ListedCommand,
  UsageError,
  countPositionals,
  findOptionFault,
  toFailureLine,
} from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { toPrintable } from '../../contract/text.ts'
import { commands } from './command-list.ts'

export interface Call extends CommandCall {
  name: string
  command: ListedCommand<Deps>
  isJson: boolean
}

/** Parses the arguments, or says in `fault` why they are wrong. `usage` is that of the command, or else of its group. */
export function parseCall(args: string[]): Call | { fault: string; usage: string } {
  const [name, rest] = parseCommandName(args.filter((arg) => arg !== '--json'))
  const command = commands[name]
  if (!command) return { fault: name ? `unknown command ${name}` : 'missing command', usage: formatUsage(name) }
  const usage = toUsageLine(command)
  try {
    const parsed = { args: rest, options: command.options ?? {}, allowPositionals: true, tokens: true } as const
    const { values, positionals, tokens } = parseArgs(parsed)
    const fault = findRepeated(tokens) ?? findFault(name, command, { positionals, options: values })
    const options = resolvePaths(command, values)
    return fault ? { fault, usage } : { name, command, isJson: args.includes('--json'), positionals, options }
  } catch (error) {
    return { fault: (error as Error).message, usage }
  }
}

const toUsageLine = ({ usage }: ListedCommand<Deps>) => `usage: launchscore ${usage} [--json]`

/** Splits the arguments into the command's name, one word or two, and the rest. */
function parseCommandName([first = '', second = '', ...more]: string[]): [name: string, rest: string[]] {
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${first} `))
  if (isGroup) return [`${first} ${second}`.trim(), more]
  return [first, second ? [second, ...more] : []]
}

/** `parseArgs` would take the last of several values. */
function findRepeated(tokens: { kind: string; name?: string }[]): string | undefined {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []))
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  return repeated && `--${repeated} can be given only once`
}

/** Found before a database is opened, or made: a wrong call needs none. */
function findFault(
  name: string,
  { usage }: ListedCommand<Deps>,
  { positionals, options }: CommandCall,
): string | undefined {
  const { min, max } = countPositionals(usage)
  if (positionals.length > max) return `${name}: unexpected argument ${positionals[max]}`
  return positionals.length < min ? `missing argument: ${usage}` : findOptionFault(usage, options)
}

/** Makes the paths absolute, because the service, which may run the command, has another working folder. */
function resolvePaths(command: ListedCommand<Deps>, given: CommandCall['options']): CommandCall['options'] {
  const isPath = (name: string, value: unknown): value is string =>
    command.options?.[name]?.isPath === true && typeof value === 'string' && value !== '-' && value !== ''
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isPath(name, value) ? resolve(value) : value]),
  )
}

/** The arguments of a parsed call, for another process. Options with values are one argument, positionals come last. */
export function toArgs({ name, isJson, positionals, options }: Call): string[] {
  const named = Object.entries(options).map(([option, value]) =>
    typeof value === 'string' ? `--${option}=${value}` : `--${option}`,
  )
  return [...name.split(' '), ...named, ...(isJson ? ['--json'] : []), '--', ...positionals]
}

/** The help of the command that `args` name, else of its group, else of the tool; undefined: they don't ask for help. */
export function getHelp(args: string[]): CommandOutcome | undefined {
  if (args[0] !== 'help' && !args.some(isHelp)) return undefined
  const named = args.filter((arg) => !isHelp(arg) && arg !== '--json')
  const [name] = parseCommandName(named[0] === 'help' ? named.slice(1) : named)
  const command = commands[name]
  const listed = command ? [[name, command] as const] : listGroup(name)
  if (listed.length === 0) return toWrongUsage(`unknown command ${name}`, formatUsage(''))
  const text = command ? formatHelp(command) : formatUsage(name)
  return { status: 0, stdout: `${args.includes('--json') ? toJson(listed) : text}\n`, stderr: '' }
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h'

type Entry = readonly [name: string, command: ListedCommand<Deps>]

const toJson = (listed: Entry[]) =>
  JSON.stringify(
    listed.map(([name, { usage, summary, options = {} }]) => ({
      name,
      usage: `launchscore ${usage} [--json]`,
      summary,
      options: Object.entries(options).map(([option, { help }]) => ({ option: `--${option}`, help })),
    })),
  )

/** The commands that begin with `name`; all of them without a name. */
function listGroup(name: string): Entry[] {
  const [group = ''] = name.split(' ')
  return Object.entries(commands).filter(([other]) => group === '' || other.startsWith(`${group} `))
}

function formatHelp(command: ListedCommand<Deps>): string {
  const { summary, options = {} } = command
  const described = { ...options, json: { help: 'print the result as JSON' } }
  const width = Math.max(...Object.keys(described).map((option) => option.length))
  const lines = Object.entries(described).map(([option, { help }]) => `  --${option.padEnd(width)}  ${help}`)
  return [toUsageLine(command), '', summary, '', ...lines].join('\n')
}

/** The list of commands: those of a group if `name` is in one, else all. */
function formatUsage(name: string): string {
  const group = listGroup(name)
  const listed = group.length > 0 ? group : listGroup('')
  return [
    'usage: launchscore <command> [--json]',
    ...listed.map(([, { usage, summary }]) => `  ${usage}: ${summary}`),
    '  <command> --help: describe one command',
    '  --version: print the version',
  ].join('\n')
}

/** The outcome of a wrong call: the reason and the usage on standard error, and exit status 2. */
export const toWrongUsage = (fault: string, usage: string): CommandOutcome => ({
  status: 2,
  stdout: '',
  stderr: `${fault}\n${usage}\n`,
})

/** Runs a command in this process. Exit status: 0 done, 1 failed or aborted with one line, 2 wrong usage. */
export async function runCommand(
  deps: Deps,
  args: string[],
  signal = new AbortController().signal,
): Promise<CommandOutcome> {
  const call = parseCall(args)
  if ('fault' in call) return toWrongUsage(call.fault, call.usage)
  try {
    const command = await call.command.load(call)
    if (!('run' in command)) throw new Error('This command runs in its own process, not inside the service.')
    const { lines, json, failure } = await command.run(deps, { ...call, signal })
    const stdout = `${call.isJson ? JSON.stringify(json) : toText(lines)}\n`
    if (failure === undefined) return { status: 0, stdout, stderr: '' }
    return { status: 1, stdout, stderr: `${toPrintable(failure)}\n` }
  } catch (error) {
    return toRefused(call, error) ?? { status: 1, stdout: '', stderr: `${toPrintable(toFailureLine(error))}\n` }
  }
}

/** The outcome of a call that a command found wrong; undefined: `error` is another failure. */
export const toRefused = ({ command }: Pick<Call, 'command'>, error: unknown): CommandOutcome | undefined =>
  error instanceof UsageError ? toWrongUsage(toPrintable(toFailureLine(error)), toUsageLine(command)) : undefined

/** A line may hold several, of a text that the command has written as a whole. */
const toText = (lines: string[]): string => lines.join('\n').split('\n').map(toPrintable).join('\n')
