import { createECDH, ECDH } from 'node:crypto'
import type { Hex } from 'viem'

/** Whether `text` is an uncompressed P-256 point in base64url, the public key of web push. */
export function isP256Point(text: string): boolean {
  if (toBytes(text)?.length !== 65) return false
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** Whether `secret` (32 bytes in base64url) is the private key of `point`. */
export function isP256Pair(point: string, secret: string): boolean {
  const bytes = toBytes(secret)
  if (bytes?.length !== 32) return false
  try {
    const key = createECDH('prime256v1')
    key.setPrivateKey(bytes)
    return key.getPublicKey('base64url') === point.replace(/=+$/, '')
  } catch {
    return false
  }
}

const toBytes = (text: string) => (/^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined)

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
