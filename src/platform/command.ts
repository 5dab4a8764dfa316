import type { ParseArgsOptionsConfig } from 'node:util'
import type { CommandOutcome } from './control-socket.ts'

/** What a command was called with, after its name. */
export interface CommandCall {
  positionals: string[]
  options: Record<string, string | boolean | undefined>
}

/** What is printed for people, and what for programs. */
export interface CommandResult {
  lines: string[]
  json: unknown
  /** A command that did its work may still have to say no: 1. */
  status?: 1
}

/** A command of the internal tool. Its name is one word or two: `migrate`, `keys issue`. */
export interface Command<Deps> {
  /** How it is called: the name, `<positionals>` and options. */
  usage: string
  summary: string
  options?: ParseArgsOptionsConfig
  /** Throws UsageError when the call makes no sense, any other error when it can't be done. */
  run: (deps: Deps, call: CommandCall) => Promise<CommandResult>
  /** Instead of `run`: in the tool's own process, with nothing opened, printing as it goes. */
  runAlone?: (call: CommandCall & { isJson: boolean }) => Promise<CommandOutcome>
}

/** The call makes no sense: exit status 2, the sentence and the usage on standard error. */
export class UsageError extends Error {}

/** How many positionals the usage names, between what is required and what is taken. */
export function positionalsOf(usage: string): { least: number; most: number } {
  const bare = usage.replaceAll(/\[--[^\]]*\]|--\S+ \S+/g, '') // an option's value is none
  const least = bare.match(/(?<!\[)<[^>]+>/g)?.length ?? 0
  return { least, most: least + (bare.match(/\[<[^>]+>\]/g)?.length ?? 0) }
}
