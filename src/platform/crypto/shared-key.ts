import type { Random } from '../random.ts'

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
