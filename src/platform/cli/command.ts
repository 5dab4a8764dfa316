import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { Command as Program, CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Deps } from '../../deps.ts'
import type { CommandOutcome } from './control-socket.ts'

/** The output of a command: `lines` for people and `json` for programs. */
export interface CommandResult {
  lines: string[]
  json: unknown
  /** A line for standard error; the exit status is then 1. */
  failure?: string
}

/** Runs the command that `args` name in this process. */
export type RunCommand = (deps: Deps, args: string[], signal?: AbortSignal) => Promise<CommandOutcome>

/**
 * Throws UsageError for a wrong call, and any other error for a failure. The signal aborts when the service in which the
 * command runs stops, or when the tool that asked for it has ended: a command that takes long ends then.
 */
type ServiceWork = (deps: Deps, signal: AbortSignal) => Promise<CommandResult>

/** Prints as it goes. A service that it starts runs other commands with `runCommand`. */
type LoneWork = (context: { isJson: boolean; runCommand: RunCommand }) => Promise<CommandOutcome>

/** What an action does. It imports its module when it runs, so that other commands and `--help` start fast. */
export interface Work {
  /** Runs in the process that has the database open: the running service, or else the tool. */
  inService?: ServiceWork
  /** Runs in the tool's own process, and takes precedence there. */
  alone?: LoneWork
  /** False if the command needs no stored data: no database is made in DATA_DIR. */
  needsData?: boolean
  /** False if the command runs on a database that lacks migrations. */
  needsMigrations?: boolean
}

/** Called by a command's action, once, with what the tool then runs. */
export type Run = (work: Work) => void

export type { Program }

/** Adds the commands of a module to the tool. */
export type AddCommands = (program: Program, run: Run) => void

/** The command `name` that holds others, which several modules may add. */
export function openGroup(program: Program, name: string, description: string): Program {
  const found = program.commands.find((command: CommandUnknownOpts) => command.name() === name)
  return (found as Program | undefined) ?? program.command(name).description(description)
}

/** Makes a path absolute, because the service, which may run the command, has another working folder. */
export const toAbsolutePath = (path: string): string => (path === '' ? path : resolve(path))

/** Exit status 2, with the message and the usage on standard error. */
export class UsageError extends Error {}

/** One line that says what failed: the error's message, or its code where the system gave no message. */
export function toFailureLine(error: unknown): string {
  const { message = '', code, errors } = error as Partial<Error> & { code?: unknown; errors?: unknown[] }
  const [line = ''] = message.trim().split('\n')
  if (line !== '') return line
  // An AggregateError of several addresses of one host has no message of its own.
  if (errors && errors.length > 0) return toFailureLine(errors[0])
  return typeof code === 'string' ? code : 'the command failed'
}

/** The account's name, or its number. */
export function getActor(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
