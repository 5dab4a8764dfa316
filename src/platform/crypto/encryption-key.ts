import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** 32 bytes in base64. */
export const isEncryptionKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

export const parseEncryptionKey = (text: string): Buffer => Buffer.from(text, 'base64')

const nameIn = (folder: string) => join(folder, 'encryption.key')

export function keepEncryptionKey(folder: string): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return findEncryptionKey(folder) ?? makeKey(folder)
}

export function findEncryptionKey(folder: string): Buffer | undefined {
  const text = read(nameIn(folder))?.trim()
  if (text === undefined) return undefined
  if (!isEncryptionKey(text)) throw new Error(`${nameIn(folder)} must contain 32 bytes in base64.`)
  return parseEncryptionKey(text)
}

export function replaceEncryptionKey(folder: string, key: Buffer): void {
  const draft = `${nameIn(folder)}.${process.pid}`
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  renameSync(draft, nameIn(folder))
}

/** Links a complete file, so that a crash leaves no partial key, and the first of two writers wins. */
function makeKey(folder: string): Buffer {
  const key = randomBytes(32)
  const draft = `${nameIn(folder)}.${process.pid}`
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, nameIn(folder))
    return key
  } catch (error) {
    const present = findEncryptionKey(folder)
    if (present) return present
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
