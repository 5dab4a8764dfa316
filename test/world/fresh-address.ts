import { randomInt } from 'node:crypto'

const addresses = 2 ** 22

// A random start keeps test processes that share one Redis from counting against each other's limits.
let next = randomInt(addresses)

/** Returns an address of 100.64.0.0/10 that this process has not returned before. */
export function freshAddress(): string {
  next = (next + 1) % addresses
  return `100.${64 + (next >> 16)}.${(next >> 8) & 255}.${next & 255}`
}
