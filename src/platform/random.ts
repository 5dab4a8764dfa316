import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** Chance as the service sees it, so that tests can set it. */
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
