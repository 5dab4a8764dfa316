import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the folder. */
export class FolderInUse extends Error {}

/**
 * Keeps every other process out of `folder` until the returned function is called or this process dies.
 * SQLite's file lock is freed by the kernel on kill -9 and, unlike a pid file, holds between containers on one volume.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'instance.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(`${folder} is in use by another process.`, { cause })
  }
  heldLocks.add(lock)
  return () => {
    heldLocks.delete(lock)
    lock.close()
  }
}

/** A handle that is collected frees its lock. */
const heldLocks = new Set<DatabaseSync>()
