import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** The service's source of randomness, which tests can set. */
export interface Random {
  /** A UUID v7: sorts by time (D3). */
  uuid: () => string
  /** `bytes` random bytes as lower-case hex. */
  hex: (bytes: number) => string
}

export const systemRandom: Random = {
  uuid: () => randomUUIDv7(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
}
