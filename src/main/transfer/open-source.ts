import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/db.ts'
import { hasEmbeddedDb, openEmbeddedDb } from '../../database/embedded/embedded-db.ts'
import type { OpenDb } from '../../database/server-db.ts'
import { TransferError } from '../../database/transfer/export-file.ts'
import { callControl } from '../../platform/cli/control-socket.ts'
import { createLog } from '../../platform/log.ts'
import { openDatabase } from '../opening/open-database.ts'

type Source = Pick<OpenDb<Database>, 'migrations' | 'close'>

/**
 * Opens the database that is to be exported. Of a running service on the embedded database it is a copy, made by the
 * service, because a long transaction would stop the service.
 */
export async function openSource(config: Config): Promise<Source> {
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
