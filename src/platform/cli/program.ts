import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  type Help,
  type HelpConfiguration,
} from '@commander-js/extra-typings'
import { getVersion } from '../release.ts'
import type { AddCommands, Program, Work } from './command.ts'
import type { CommandOutcome } from './control-socket.ts'

/** A call whose arguments fit its command. */
export interface Call {
  command: CommandUnknownOpts
  isJson: boolean
  work: Work
}

/** Parses the arguments: the call, or the outcome of `--help`, `--version` or a wrong call. */
export function parseArguments(args: string[], addCommands: AddCommands[]): Call | CommandOutcome {
  const printed = { stdout: '', stderr: '' }
  const isJson = args.includes('--json')
  const program: Program = new Command('launchscore')
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => (printed.stdout += text),
      writeErr: (text) => (printed.stderr += text),
      outputError: (text, write) => write(text.replace(/^error: /, '')),
    })
    .configureHelp({ ...help, ...(isJson && { formatHelp: formatJson }) })
    .helpCommand(false)
    .option('--json', 'print the result as JSON')
    .version(isJson ? JSON.stringify({ version: getVersion() }) : getVersion(), '--version', 'print the version')
  let command: CommandUnknownOpts = program
  let call: Call | undefined
  program.hook('preAction', (_program, called) => {
    command = called
  })
  const run = (work: Work) => {
    call = { command, isJson, work }
  }
  for (const add of addCommands) add(program, run)
  program.commands
    .filter(isGroup)
    .flatMap(listGroups)
    .forEach((group) => group.showHelpAfterError())
  program.showHelpAfterError('Run `launchscore --help` to list the commands.')
  listCommands(program).forEach(finish)
  try {
    program.parse(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return { status: error.exitCode === 0 ? 0 : 2, ...printed }
    throw error
  }
  if (!call) throw new Error(`${getPath(command)} does nothing`)
  return call
}

/** The outcome for arguments that the command itself refuses. */
export const toWrongUsage = (command: CommandUnknownOpts, fault: string): CommandOutcome => ({
  status: 2,
  stdout: '',
  stderr: `${fault}\nUsage: ${formatUsage(command)}\n`,
})

/** The arguments of a call, for another process. */
export function toArguments({ command, isJson }: Call): string[] {
  const options = command.options.flatMap((option) => {
    const value = command.getOptionValue(option.attributeName()) as string | string[] | true | undefined
    if (value === undefined) return []
    return value === true ? [`--${option.name()}`] : [value].flat().map((one) => `--${option.name()}=${one}`)
  })
  return [...getPath(command).split(' '), ...options, ...(isJson ? ['--json'] : []), '--', ...command.args]
}

/** The words that name a command: `keys issue`. */
function getPath(command: CommandUnknownOpts): string {
  const { parent } = command
  return parent?.parent ? `${getPath(parent)} ${command.name()}` : command.name()
}

/** A call with wrong arguments gets one line of usage. commander would take the last of several values. */
function finish(command: CommandUnknownOpts): void {
  command.showHelpAfterError(`Usage: ${formatUsage(command)}`)
  for (const option of command.options) {
    let times = 0
    command.on(`option:${option.name()}`, () => {
      times += 1
      if (times > 1 && !option.variadic) command.error(`--${option.name()} can be given only once`)
    })
  }
}

const isGroup = (command: CommandUnknownOpts) => command.commands.length > 0

/** The commands in a group, those of its groups too. */
const listCommands = (group: CommandUnknownOpts): CommandUnknownOpts[] =>
  group.commands.flatMap((command) => (isGroup(command) ? listCommands(command) : [command]))

const listGroups = (group: CommandUnknownOpts): CommandUnknownOpts[] => [
  group,
  ...group.commands.filter(isGroup).flatMap(listGroups),
]

/** Unlike commander's own, the usage names the options, because some are required. */
function formatUsage(command: CommandUnknownOpts): string {
  if (isGroup(command)) return command.parent ? `launchscore ${getPath(command)} <command>` : 'launchscore <command>'
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
  return ['launchscore', formatTerm(command), ...options, '[--json]'].join(' ')
}

const formatTerm = (command: CommandUnknownOpts): string =>
  [
    getPath(command),
    ...command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`)),
  ].join(' ')

/** The help of the tool lists the commands of all groups. */
const help: HelpConfiguration = {
  showGlobalOptions: true,
  visibleCommands: listCommands,
  subcommandTerm: formatTerm,
  commandUsage: formatUsage,
}

/** The help with `--json`. */
function formatJson(command: CommandUnknownOpts, help: Help): string {
  const commands = isGroup(command) ? listCommands(command) : [command]
  const listed = commands.map((one) => ({
    name: getPath(one),
    usage: formatUsage(one),
    summary: one.description(),
    options: one.options.map((option) => ({ option: option.long, help: help.optionDescription(option) })),
  }))
  return `${JSON.stringify(listed)}\n`
}
