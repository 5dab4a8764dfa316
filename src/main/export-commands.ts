import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, parseConfig } from '../config.ts'
import type { Database } from '../database/db.ts'
import { hasEmbeddedDb, openEmbeddedDb } from '../database/embedded-db.ts'
import { listNewerMigrations, migrationsFolder } from '../database/migrate.ts'
import type { OpenDb } from '../database/server-db.ts'
import { listMigrations, TransferError, writeExport } from '../database/transfer.ts'
import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { callControl, type CommandOutcome } from '../platform/cli/control-socket.ts'
import { createLog } from '../platform/log.ts'
import { readRelease } from '../platform/release.ts'
import { findEncryptionKey } from '../platform/secret-box.ts'
import { systemClock } from '../platform/time.ts'
import { listKeyIds } from '../webhooks/subscription-store.ts'
import { openDatabase } from './open-database.ts'

/** launchscore export FILE: the rows of the database, for `import` into this or the other kind of database. */
export const exportCommand = (file: string, isJson: boolean): Promise<CommandOutcome> =>
  writeFile({ path: file, isJson }, () => ({}))

/** launchscore backup FILE: an export that also holds the key that the embedded database generated. */
export const backupCommand = (file: string, isJson: boolean): Promise<CommandOutcome> =>
  writeFile({ path: file, isJson }, findGeneratedKey)

/** The part of a backup that runs in the service on the embedded database: it copies the database for the tool to export. */
export async function snapshotCommand({ takeSnapshot }: Deps): Promise<CommandResult> {
  const snapshot = await takeSnapshot()
  return { lines: [snapshot], json: { snapshot } }
}

function findGeneratedKey({ databaseUrl, dataDir }: Config): { encryptionKey?: string } {
  const key = databaseUrl ? undefined : findEncryptionKey(resolve(dataDir))
  return key ? { encryptionKey: key.toString('base64') } : {}
}

async function writeFile(
  { path, isJson }: { path: string; isJson: boolean },
  findKey: (config: Config) => { encryptionKey?: string },
): Promise<CommandOutcome> {
  const file = resolve(path)
  const config = parseConfig()
  const source = await openSource(config)
  try {
    const [createdAt, release] = [systemClock.now().toISOString(), await readRelease()]
    const migrations = await listMigrations(source.migrations)
    if (migrations.length === 0) throw new TransferError('The database is empty: there is nothing to export.')
    const newerMigrations = await listNewerMigrations(source.migrations, migrationsFolder)
    const keyIds = await listKeyIds(source.migrations)
    const rows = await writeExport(source.migrations, {
      file,
      createdAt,
      release,
      migrations,
      ...(newerMigrations.length > 0 && { newerMigrations }),
      keyIds,
      ...findKey(config),
    })
    const stdout = isJson ? JSON.stringify({ file, rows, createdAt }) : `wrote ${rows} rows to ${file}`
    return { status: 0, stdout: `${stdout}\n`, stderr: warnOfNewer(newerMigrations) }
  } finally {
    await source.close()
  }
}

const warnOfNewer = (newer: string[]) =>
  newer.length === 0
    ? ''
    : `the database has migrations that this release does not have (${newer.join(', ')}), so only a newer release can import this file\n`

type Source = Pick<OpenDb<Database>, 'migrations' | 'close'>

/**
 * Opens the database that is to be exported. Of a running service on the embedded database it is a copy, made by the
 * service, because a long transaction would stop the service.
 */
async function openSource(config: Config): Promise<Source> {
  if (config.databaseUrl) return openDatabase(config, createLog('silent'))
  const folder = resolve(config.dataDir)
  if (!hasEmbeddedDb(folder)) throw new TransferError(`There is no database in ${folder}.`)
  const answer = await callControl(folder, ['backup', 'snapshot', '--json'])
  if (!answer) return openDatabase(config, createLog('silent'))
  if (answer.status !== 0) throw new TransferError(answer.stderr.trim())
  const { snapshot } = JSON.parse(answer.stdout) as { snapshot: string } // the service of this release wrote it
  return openSnapshot(snapshot)
}

async function openSnapshot(folder: string): Promise<Source> {
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const { migrations, close } = await openEmbeddedDb<Database>(folder)
    return { migrations, close: () => close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
