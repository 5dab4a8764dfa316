import { resolve } from 'node:path'
import { type Config, parseConfig } from '../config.ts'
import { FolderInUse } from '../database/data-folder.ts'
import type { Database } from '../database/db.ts'
import { listMigrationNames, migrate, migrateTo, migrationsFolder, toOwnNames } from '../database/migrate.ts'
import type { OpenDb } from '../database/server-db.ts'
import { type ExportHeader, listMigrations, readExportHeader, readImport, TransferError } from '../database/transfer.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { createLog } from '../platform/log.ts'
import { findEncryptionKey, parseEncryptionKey, replaceEncryptionKey, toKeyId } from '../platform/secret-box.ts'
import { systemClock } from '../platform/time.ts'
import { makeAllPartitions } from './jobs.ts'
import { openDatabase } from './open-database.ts'

/** launchscore import FILE: the rows of an export or a backup, into an empty database. */
export async function importCommand(path: string, isJson: boolean): Promise<CommandOutcome> {
  const file = resolve(path)
  const header = await readExportHeader(file)
  const config = parseConfig()
  requireKnownMigrations(file, header)
  const keyToWrite = chooseKey(file, header, config)
  const database = await openTarget(config)
  try {
    const rows = await importInto(database, { file, header, writeKey: () => writeKey(config, keyToWrite) })
    const stdout = isJson ? JSON.stringify({ file, rows, createdAt: header.createdAt }) : `imported ${rows} rows`
    return { status: 0, stdout: `${stdout}\n`, stderr: '' }
  } finally {
    await database.close()
  }
}

function requireKnownMigrations(file: string, { migrations, newerMigrations = [], release }: ExportHeader): void {
  const known = listMigrationNames(migrationsFolder)
  if (toOwnNames(migrations, migrationsFolder).every((name, at) => name === known[at])) return
  if (newerMigrations.length > 0)
    throw new TransferError(
      `${file} has migrations that neither this release nor release ${release.version}, which wrote it, has (${newerMigrations.join(', ')}): import it with a newer release.`,
    )
  throw new TransferError(
    `${file} was written by release ${release.version}, with migrations that this release does not have: import it with that release or a newer one.`,
  )
}

/** The key of a backup that the target needs in its data folder. Throws when secrets could not be decrypted afterwards. */
function chooseKey(file: string, { keyIds, encryptionKey }: ExportHeader, config: Config): Buffer | undefined {
  const { databaseUrl, dataDir, encryptionKeys } = config
  const { current, previous } = encryptionKeys
  const found = databaseUrl ? undefined : findEncryptionKey(resolve(dataDir))
  const known = [current, ...previous, found].filter((key) => key !== null && key !== undefined).map(toKeyId)
  const missing = keyIds.filter((id) => !known.includes(id))
  if (missing.length === 0) return undefined
  const carried = encryptionKey === undefined ? undefined : parseEncryptionKey(encryptionKey)
  if (carried && !databaseUrl && missing.every((id) => id === toKeyId(carried))) return carried
  const advice =
    carried && missing.includes(toKeyId(carried))
      ? 'the backup came from an embedded database, whose key is in DATA_DIR/encryption.key'
      : 'it is the ENCRYPTION_KEY of the old deployment, or DATA_DIR/encryption.key of an embedded database'
  throw new TransferError(
    `${file} has secrets encrypted with key ${missing.join(', ')}, which is not configured. Set ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS to that key: ${advice}.`,
  )
}

async function openTarget(config: Config): Promise<OpenDb<Database>> {
  try {
    return await openDatabase(config, createLog('silent'), { withTables: false })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new TransferError(`${resolve(config.dataDir)} is in use: stop the service before you import.`, {
      cause: error,
    })
  }
}

interface ImportInput {
  file: string
  header: ExportHeader
  writeKey: () => void
}

/** An older export gets the tables of its release first, and their later migrations with its rows. */
async function importInto(
  { migrations: db }: OpenDb<Database>,
  { file, header, writeKey }: ImportInput,
): Promise<number> {
  const [applied = [], written = []] = [await listMigrations(db), header.migrations].map((names) =>
    toOwnNames(names, migrationsFolder),
  )
  const last = written.at(-1) ?? ''
  if (applied.length === 0) await migrateTo(db, migrationsFolder, last)
  else if (applied.at(-1) !== last)
    throw new TransferError(`The database has the tables of another release than ${file}: import into a new database.`)
  writeKey()
  // without them the observations of past months would stay in the default partition
  await makeAllPartitions({ db, clock: systemClock })
  const rows = await readImport(db, file)
  await migrate(db, migrationsFolder)
  return rows
}

function writeKey({ dataDir }: Config, key: Buffer | undefined): void {
  if (key) replaceEncryptionKey(resolve(dataDir), key)
}
