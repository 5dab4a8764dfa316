import { randomBytes, randomUUID } from 'node:crypto'

export interface Random {
  /** Sorts by time (D3). */
  uuid: () => string
  hex: (bytes: number) => string
}

export const systemRandom: Random = {
  uuid: () => toUuidV7(Date.now(), randomUUID()),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
}

export function toUuidV7(time: number, random: string): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(15)}`
}
