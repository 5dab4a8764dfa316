import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FolderUnusable } from './folder-lock.ts'

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
