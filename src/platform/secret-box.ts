import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './random.ts'

export interface SecretBox {
  /** Only `open` with the same context can decrypt it. */
  seal: (secret: string, context: string) => string
  /** Throws `CannotOpen` when the key is not configured, the context differs, or the text was changed. */
  open: (sealed: string, context: string) => string
  isCurrent: (sealed: string) => boolean
  hasKey: (keyId: string) => boolean
  /** A keyed hash, which differs after the key has changed. */
  hash: (text: string, context: string) => string
}

export class CannotOpen extends Error {}

/** Sealed text names its key, and the name is authenticated too. */
export function createSecretBox([current, ...previous]: [Buffer, ...Buffer[]]): SecretBox {
  const keys = new Map([...previous, current].map((key) => [toKeyId(key), createSecretKey(key)]))
  const currentId = toKeyId(current)
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(toContext(currentId, context))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${currentId}.${bytes.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [keyId = '', text = ''] = sealed.split('.')
      const key = keys.get(keyId)
      if (!key) throw new CannotOpen(`A secret was sealed under key ${keyId}, which is not configured.`)
      return decipher(key, Buffer.from(text, 'base64url'), toContext(keyId, context))
    },
    isCurrent: (sealed) => sealed.startsWith(`${currentId}.`),
    hasKey: (keyId) => keys.has(keyId),
    hash: (text, context) => createHmac('sha256', current).update(`${context}.${text}`).digest('base64url'),
  }
}

/** A key's id, which reveals nothing of the key. */
export const toKeyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const toContext = (keyId: string, context: string) => Buffer.from(`${keyId}.${context}`)

function decipher(key: KeyObject, bytes: Buffer, context: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(context).setAuthTag(bytes.subarray(-16))
    return decipher.update(bytes.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new CannotOpen('A sealed secret is damaged or belongs to something else.', { cause })
  }
}

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

interface SharedKeyOptions {
  find: () => Promise<Buffer | undefined>
  /** Keeps an existing key. */
  insert: (key: Buffer) => Promise<void>
  random: Random
  table: string
}

/** A key of 32 bytes that all replicas share, created by the first replica that needs it. */
export function createSharedKey({ find, insert, random, table }: SharedKeyOptions): () => Promise<Buffer> {
  let cached: Buffer | undefined
  return async () => {
    cached ??= await find()
    if (cached) return cached
    await insert(Buffer.from(random.hex(32), 'hex'))
    cached = await find()
    if (cached) return cached
    throw new Error(`${table} has lost its row`)
  }
}
