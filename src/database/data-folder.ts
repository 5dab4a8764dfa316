import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the folder. */
export class FolderInUse extends Error {}

/** The folder can't be made, or nothing can be written there. */
export class FolderUnusable extends Error {}

/**
 * Keeps every other process out of `folder` until the returned function is called or this process dies.
 * Throws `FolderInUse` or `FolderUnusable`. SQLite's file lock is freed by the kernel on kill -9 and, unlike a pid file, holds between containers on one volume.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw createUnusableFolderError(folder, cause)
    throw new FolderInUse(`${folder} is in use by another process.`, { cause })
  }
  heldLocks.add(lock)
  return () => {
    heldLocks.delete(lock)
    lock.close()
  }
}

/** SQLite's code for a lock that another holds. */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

const createUnusableFolderError = (folder: string, cause: unknown) =>
  new FolderUnusable(`${folder} can't be used as the data folder: ${(cause as Error).message}.`, { cause })

function openLock(folder: string): DatabaseSync {
  const file = join(folder, 'instance.lock')
  try {
    const lock = new DatabaseSync(file, { timeout: 0 })
    chmodSync(file, 0o600) // every account that can read the file can lock it
    return lock
  } catch (cause) {
    throw createUnusableFolderError(folder, cause)
  }
}

/**
 * Makes `folder`, for this account alone, unless it is there; throws `FolderUnusable`.
 * Step by step: Node's own recursion never ends where a parent exists and takes no folder, as in /proc.
 */
export function makeFolder(folder: string): void {
  try {
    makeSteps(folder)
  } catch (cause) {
    throw createUnusableFolderError(folder, cause)
  }
}

function makeSteps(folder: string): void {
  if (existsSync(folder)) return
  makeSteps(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process was faster
  }
}

/** A handle that is collected frees its lock. */
const heldLocks = new Set<DatabaseSync>()

const othersBits = 0o077
const stickyBit = 0o1000

/**
 * Keeps other accounts of the machine out of `folder`; true when they might enter before. Throws `FolderUnusable` where that
 * is not this process's to decide.
 */
export function closeFolder(folder: string): boolean {
  if (!statSync(folder).isDirectory())
    throw new FolderUnusable(`${folder} can't be used as the data folder: it is not a folder.`)
  const mode = getMode(folder)
  if ((mode & othersBits) === 0) return false
  if (mode & stickyBit) throw new FolderUnusable(`${folder} is shared with other accounts. Use a folder inside it.`)
  try {
    chmodSync(folder, mode & ~othersBits)
  } catch (cause) {
    throw new FolderUnusable(`${folder} ${openTo(mode)}: ${(cause as Error).message}.`, { cause })
  }
  if (getMode(folder) & othersBits) throw new FolderUnusable(`${folder} ${openTo(mode)}.`) // some network mounts
  return true
}

/** Takes the rights of other accounts from all that lies in `folder`. */
export function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const mode = lstatSync(path).mode & 0o7777
    if (mode & othersBits) chmodSync(path, mode & ~othersBits)
  }
}

const getMode = (path: string) => statSync(path).mode & 0o7777

const openTo = (mode: number) =>
  `is open to other accounts (mode ${mode.toString(8)}), and its mode can't be changed. Change it to 700, or use a folder inside it`
