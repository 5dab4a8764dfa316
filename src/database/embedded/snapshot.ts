import { constants, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cp, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { FolderInUse, lockFolder } from './folder-lock.ts'

const prefix = 'snapshot-'

/**
 * Copies the files of the open database in `folder` into a new folder in it, and returns that folder's path. The copy is what
 * a killed process would leave, and is opened like that. Statements wait meanwhile. Throws when `freeBytes` are too few.
 * Copies that an interrupted backup has left are removed first.
 */
export async function copyFolder(pool: Pool, folder: string, freeBytes: number): Promise<string> {
  const source = join(folder, 'pgdata')
  const client = await pool.connect()
  try {
    await client.query('checkpoint') // leaves little to replay
    const now = Date.now()
    removeSnapshots(folder, now - openedMs)
    requireRoom(source, freeBytes)
    const snapshot = mkdtempSync(join(folder, prefix))
    await cp(source, join(snapshot, 'pgdata'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    await utimes(snapshot, new Date(), new Date())
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

/** The process that asked for a copy opens it within this time. */
const openedMs = 60_000

/** Removes the copies that a killed process has left; not those that a process has open, or that are newer than `before`. */
export function removeSnapshots(folder: string, before = Infinity): void {
  for (const name of readdirSync(folder)) {
    const snapshot = join(folder, name)
    if (name.startsWith(prefix) && statSync(snapshot).mtimeMs <= before) removeUnlessOpen(snapshot)
  }
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
