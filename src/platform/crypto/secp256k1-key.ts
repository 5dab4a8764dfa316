import type { Hex } from 'viem'

export function isSecp256k1Key(text: string): text is Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return false
  const key = BigInt(text)
  return key > 0n && key < order
}

export function isSecp256k1PublicKey(digits: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(digits)) return false
  const [x, y] = [BigInt(`0x${digits.slice(0, 64)}`), BigInt(`0x${digits.slice(64)}`)]
  return x < prime && y < prime && (y * y - x * x * x - 7n) % prime === 0n
}

const prime = 2n ** 256n - 2n ** 32n - 977n
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
