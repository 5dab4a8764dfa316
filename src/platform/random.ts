import { randomBytes, randomUUID } from 'node:crypto'

/** The service's source of randomness, which tests can set. */
export interface Random {
  /** A UUID v7: sorts by time (D3). */
  uuid: () => string
  /** `bytes` random bytes as lower-case hex. */
  hex: (bytes: number) => string
}

export const systemRandom: Random = {
  uuid: () => toUuidV7(Date.now(), randomUUID()),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
}

/** A UUID v4 with the time in place of its first 48 bits. Node has had `randomUUIDv7` since 24.16 only. */
export function toUuidV7(time: number, random: string): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(15)}`
}
