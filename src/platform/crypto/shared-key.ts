import type { Random } from '../random.ts'

interface SharedKeyOptions {
  find: () => Promise<Buffer | undefined>
  /** Keeps an existing key. */
  insert: (key: Buffer) => Promise<void>
  random: Random
  /** Names the table in the error. */
  table: string
}

/** Loads a key of 32 bytes that all replicas share. The first replica that needs the key creates it. */
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
