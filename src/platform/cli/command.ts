import type { CommandOutcome } from './control-socket.ts'

export interface CommandCall {
  positionals: string[]
  options: Record<string, string | boolean | undefined>
}

interface CommandResult {
  lines: string[]
  json: unknown
  /** A line for standard error; the exit status is then 1. */
  failure?: string
}

export interface Command<Deps> {
  /**
   * Throws UsageError for a wrong call. The signal aborts when the service stops, or when the calling tool has ended.
   */
  run: (deps: Deps, call: CommandCall & { signal: AbortSignal }) => Promise<CommandResult>
}

export type RunCommand<Deps> = (deps: Deps, args: string[], signal?: AbortSignal) => Promise<CommandOutcome>

export interface LoneCommand<Deps = never> {
  runAlone: (call: CommandCall & { isJson: boolean }, runCommand: RunCommand<Deps>) => Promise<CommandOutcome>
}

export interface ListedCommand<Deps> {
  usage: string
  summary: string
  options?: Record<string, CommandOption>
  /** Whether a call needs stored data (by default it does); otherwise no database is made in DATA_DIR. */
  needsData?: (call: CommandCall) => boolean
  /** Imports the command's module on demand, so that other commands start fast. */
  load: (call: CommandCall) => Promise<Command<Deps> | LoneCommand<Deps>>
}

interface CommandOption {
  type: 'string' | 'boolean'
  isPath?: true
  help: string
}

/** Exit status 2, with the message and the usage on standard error. */
export class UsageError extends Error {}

/** The second value of `[--option <a> <b>]` counts as a positional. */
export function countPositionals(usage: string): { min: number; max: number } {
  const bare = usage.replaceAll(/\[--[^\]]*\]|--\S+ \S+/g, '') // an option's value is no positional
  const min = bare.match(/(?<!\[)<[^>]+>/g)?.length ?? 0
  const second = usage.match(/\[--\S+ <[^>]+> <[^>]+>\]/g)?.length ?? 0
  return { min, max: min + second + (bare.match(/\[<[^>]+>\]/g)?.length ?? 0) }
}

/** Checks required options and listed values, as in `--tier free|pro`. */
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

/** The error's message, or its code where the system gave none. */
export function toFailureLine(error: unknown): string {
  const { message = '', code, errors } = error as Partial<Error> & { code?: unknown; errors?: unknown[] }
  const [line = ''] = message.trim().split('\n')
  if (line !== '') return line
  // An AggregateError of several addresses of one host has no message of its own.
  if (errors && errors.length > 0) return toFailureLine(errors[0])
  return typeof code === 'string' ? code : 'the command failed'
}
