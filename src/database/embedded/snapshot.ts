import { constants, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { FolderInUse, lockFolder } from './folder-lock.ts'

const prefix = 'snapshot-'

/**
 * Copies the files of the open database in `folder` into a new folder in it, and returns that folder's path. The copy is what
 * a killed process would leave, and is opened like that. Statements wait meanwhile. Throws when `freeBytes` are too few.
 */
export async function copyFolder(pool: Pool, folder: string, freeBytes: number): Promise<string> {
  const source = join(folder, 'pgdata')
  const client = await pool.connect()
  try {
    await client.query('checkpoint') // leaves little to replay
    requireRoom(source, freeBytes)
    const snapshot = mkdtempSync(join(folder, prefix))
    await cp(source, join(snapshot, 'pgdata'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    return snapshot
  } finally {
    client.release()
  }
}

function requireRoom(source: string, freeBytes: number): void {
  const sizes = readdirSync(source, { recursive: true, encoding: 'utf8' }).map(
    (path) => statSync(join(source, path)).size,
  )
  const missingMib = Math.ceil((sizes.reduce((sum, size) => sum + size, 0) - freeBytes) / 1024 / 1024)
  if (missingMib > 0)
    throw new Error(`There is not enough disk space for a copy of the database: ${missingMib} MiB more are needed.`)
}

/** Removes the copies that a killed process has left; not those that a process has open. */
export function removeSnapshots(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) removeUnlessOpen(join(folder, name))
}

function removeUnlessOpen(snapshot: string): void {
  try {
    const unlock = lockFolder(snapshot)
    rmSync(snapshot, { recursive: true, force: true })
    unlock()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
}
