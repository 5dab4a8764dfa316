import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** An export that can't be written, read or imported; the message says what to do. */
export class TransferError extends Error {}

/** The first line of an export. */
export interface ExportHeader {
  launchscoreExport: 1
  createdAt: string
  release: { version: string; commit: string | null }
  /** The migrations that the database had seen. */
  migrations: string[]
  /** Those that the release which wrote the file did not have: only a release that has them can import it. */
  newerMigrations?: string[]
  /** The ids of the keys under which its secrets are encrypted. */
  keyIds: string[]
  /** In a backup of the embedded database: the key that it generated, in base64. */
  encryptionKey?: string
}

/** A line that is no row: each table begins with one, and the last line is `end`. */
export type ExportMark =
  | { table: string; columns: string[] }
  | { sequence: string; value: string; isCalled: boolean }
  | { end: true; rows: number }

/** A longer line is no row of ours: the largest, an image, has 0.3 MB. */
const maxLineLength = 64 * 1024 * 1024

/**
 * Writes lines as a compressed file of mode 0600 that appears under its name once it is whole and on the disk. Throws
 * `TransferError` when there is a file of that name, or no folder for it.
 */
export async function writeExportFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new TransferError(`The folder ${folder} does not exist: make it, or choose another one.`)
  if (existsSync(file)) throw new TransferError(`${file} exists already: choose another name.`)
  const draft = `${file}.partial-${process.pid}`
  try {
    await pipeline(
      Readable.from(lines),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw toWriteFault(file, error)
  }
  await using opened = await open(folder)
  await opened.sync()
}

/** The lines of an export, one at a time. Throws `TransferError` when it is damaged or cut off. */
export async function* readExportFile(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  pipeline(createReadStream(file), unpacked).catch(() => {}) // reading `unpacked` throws it too
  let rest = ''
  try {
    for await (const chunk of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new TransferError(`${file} is not an export of Launchscore.`)
      yield* lines
    }
  } catch (error) {
    throw toReadFault(file, error)
  }
  if (rest !== '') throw createDamagedFileError(file)
}

/** The header of an export. Throws `TransferError` when the file has none. */
export async function readExportHeader(file: string): Promise<ExportHeader> {
  for await (const line of readExportFile(file)) {
    const header = parseJson(line) as Partial<ExportHeader> | null
    if (header?.launchscoreExport === 1) return header as ExportHeader // we wrote the rest of it with this field
    break
  }
  throw new TransferError(`${file} is not an export that this release can read.`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

export const createDamagedFileError = (file: string) =>
  new TransferError(`${file} is damaged or incomplete; nothing was imported.`)

/** The system's message about a write names no file. */
function toWriteFault(file: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === 'write' ? new TransferError(`${file} can't be written: ${message}`, { cause: error }) : error
}

function toReadFault(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new TransferError(`${file} does not exist.`)
  if (code === 'EISDIR') return new TransferError(`${file} is a folder, not an export of Launchscore.`)
  return code.startsWith('Z_') ? createDamagedFileError(file) : error
}
