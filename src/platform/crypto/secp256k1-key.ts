import type { Hex } from 'viem'

/** Whether `text` is a private key of the curve secp256k1: 0x and 64 hex digits, from 1 to the curve's order. */
export function isSecp256k1Key(text: string): text is Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return false
  const key = BigInt(text)
  return key > 0n && key < order
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
