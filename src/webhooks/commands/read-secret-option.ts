import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type CommandCall, UsageError } from '../../platform/cli/command.ts'

/**
 * Reads `--name`, or the file of `--name-file` (`-`: standard input). A file keeps a secret out of the process list and
 * the shell's history.
 */
export async function readSecretOption(
  options: CommandCall['options'],
  name: 'secret' | 'key',
): Promise<string | undefined> {
  const [given, file] = [options[name], options[`${name}-file`]]
  if (given !== undefined && file !== undefined)
    throw new UsageError(`--${name} and --${name}-file can’t be used together`)
  const value = typeof file === 'string' ? await readLine(file, name) : given
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function readLine(file: string, name: string): Promise<string> {
  const read = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const content = await read.catch(() => {
    throw new UsageError(`--${name}-file can’t be read`)
  })
  const line = content.replace(/\r?\n$/, '')
  if (line === '') throw new UsageError(`--${name}-file is empty`)
  return line
}
