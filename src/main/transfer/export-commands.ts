import { resolve } from 'node:path'
import type { Deps } from '../../deps.ts'
import { type Config, parseConfig } from '../../config.ts'
import { listNewerMigrations } from '../../database/migrate.ts'
import { listMigrations } from '../../database/transfer/catalog.ts'
import { TransferError } from '../../database/transfer/export-file.ts'
import { writeExport } from '../../database/transfer/write-export.ts'
import type { Command, CommandCall, LoneCommand } from '../../platform/cli/command.ts'
import type { CommandOutcome } from '../../platform/cli/control-socket.ts'
import { systemClock } from '../../platform/clock.ts'
import { findEncryptionKey } from '../../platform/crypto/encryption-key.ts'
import { listKeyIds } from '../../webhooks/subscriptions/subscription-store.ts'
import { migrationsFolder } from '../migrations-folder.ts'
import { readRelease } from '../../platform/release/read-release.ts'
import { openSource } from './open-source.ts'

type Call = CommandCall & { isJson: boolean }

/** launchscore export FILE: the rows of the database, for `import` into this or the other kind of database. */
export const exportCommand: LoneCommand = {
  runAlone: (call) => writeFile(call, () => ({})),
}

/** launchscore backup FILE: an export that also holds the key that the embedded database generated. */
export const backupCommand: Command<Deps> & LoneCommand = {
  /** The part of the service that has the embedded database open: a copy of the database, for the tool to export. */
  run: async ({ takeSnapshot }) => {
    const snapshot = await takeSnapshot()
    return { lines: [snapshot], json: { snapshot } }
  },
  runAlone: (call) => writeFile(call, findGeneratedKey),
}

function findGeneratedKey({ databaseUrl, dataDir }: Config): { encryptionKey?: string } {
  const key = databaseUrl ? undefined : findEncryptionKey(resolve(dataDir))
  return key ? { encryptionKey: key.toString('base64') } : {}
}

async function writeFile(call: Call, findKey: (config: Config) => { encryptionKey?: string }): Promise<CommandOutcome> {
  const file = resolve(call.positionals[0] ?? '')
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
    const stdout = call.isJson ? JSON.stringify({ file, rows, createdAt }) : `wrote ${rows} rows to ${file}`
    return { status: 0, stdout: `${stdout}\n`, stderr: warnOfNewer(newerMigrations) }
  } finally {
    await source.close()
  }
}

const warnOfNewer = (newer: string[]) =>
  newer.length === 0
    ? ''
    : `the database has migrations that this release does not have (${newer.join(', ')}), so only a newer release can import this file\n`
