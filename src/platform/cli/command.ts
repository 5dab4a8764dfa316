import type { CommandOutcome } from './control-socket.ts'

/** The arguments of a command, after its name. */
export interface CommandCall {
  positionals: string[]
  options: Record<string, string | boolean | undefined>
}

/** The output of a command: `lines` for people and `json` for programs. */
interface CommandResult {
  lines: string[]
  json: unknown
  /** The line for standard error of a command that did its work with a negative result; the exit status is then 1. */
  failure?: string
}

/** A command of the internal tool that uses the service's dependencies, and so runs in the owner of the database. */
export interface Command<Deps> {
  /**
   * Throws UsageError for a wrong call, and any other error for a failure. The signal aborts when the service in which the
   * command runs stops, or when the tool that asked for it has ended: a command that takes long ends then.
   */
  run: (deps: Deps, call: CommandCall & { signal: AbortSignal }) => Promise<CommandResult>
}

/** Runs the command that `args` name in this process. */
export type RunCommand<Deps> = (deps: Deps, args: string[], signal?: AbortSignal) => Promise<CommandOutcome>

/** A command that runs in the tool's own process and prints as it goes. A service that it starts runs others with `runCommand`. */
export interface LoneCommand<Deps = never> {
  runAlone: (call: CommandCall & { isJson: boolean }, runCommand: RunCommand<Deps>) => Promise<CommandOutcome>
}

/** A command in the tool's list, which names it: one word or two, `migrate` or `keys issue`. */
export interface ListedCommand<Deps> {
  /** The name, `<positionals>` and options. */
  usage: string
  summary: string
  options?: Record<string, CommandOption>
  /** Whether a call needs stored data. By default every call does; without it, no database is made in DATA_DIR. */
  needsData?: (call: CommandCall) => boolean
  /** Imports the command's module. Only a call of the command loads it, so that the others start fast. */
  load: (call: CommandCall) => Promise<Command<Deps> | LoneCommand<Deps>>
}

interface CommandOption {
  type: 'string' | 'boolean'
  /** The value is a path in the caller's folder, or `-` for standard input. */
  isPath?: true
  /** A few words for the command's help. */
  help: string
}

/** A wrong call: exit status 2, with the sentence and the usage on standard error. */
export class UsageError extends Error {}

/** The minimum and maximum of positionals that the usage names. The second value of `[--option <a> <b>]` is one. */
export function countPositionals(usage: string): { min: number; max: number } {
  const bare = usage.replaceAll(/\[--[^\]]*\]|--\S+ \S+/g, '') // an option's value is no positional
  const min = bare.match(/(?<!\[)<[^>]+>/g)?.length ?? 0
  const second = usage.match(/\[--\S+ <[^>]+> <[^>]+>\]/g)?.length ?? 0
  return { min, max: min + second + (bare.match(/\[<[^>]+>\]/g)?.length ?? 0) }
}

/** The fault of an option that the usage requires, or for which it lists the values, as in `--tier free|pro`. */
export function findOptionFault(usage: string, options: CommandCall['options']): string | undefined {
  if (usage.includes(', or ')) return undefined // which options a call needs depends on the others
  const required = usage.replaceAll(/\[[^[\]]*\]/g, '')
  for (const [option, name = '', values = ''] of usage.matchAll(/--([\w-]+)(?: (\w+(?:\|\w+)+))?/g)) {
    const given = options[name]
    if (given === undefined && !required.includes(option)) continue
    if (values !== '' && !values.split('|').includes(String(given)))
      return `--${name} must be one of ${values.replaceAll('|', ', ')}`
    if (given === undefined) return `missing --${name}`
  }
  return undefined
}

/** One line that says what failed: the error's message, or its code where the system gave no message. */
export function toFailureLine(error: unknown): string {
  const { message = '', code, errors } = error as Partial<Error> & { code?: unknown; errors?: unknown[] }
  const [line = ''] = message.trim().split('\n')
  if (line !== '') return line
  // An AggregateError of several addresses of one host has no message of its own.
  if (errors && errors.length > 0) return toFailureLine(errors[0])
  return typeof code === 'string' ? code : 'the command failed'
}
