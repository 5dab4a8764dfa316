import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../../platform/cli/command.ts'

/**
 * Reads `--name`, or the file of `--name-file` (`-`: standard input). A file keeps a secret out of the process list and
 * the shell's history.
 */
export async function readSecretOption(
  name: 'secret' | 'key',
  { given, file }: { given: string | undefined; file: string | undefined },
): Promise<string | undefined> {
  if (given !== undefined && file !== undefined)
    throw new UsageError(`--${name} and --${name}-file can’t be used together`)
  const value = file === undefined ? given : await readLine(file, name)
  return value === '' ? undefined : value
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
