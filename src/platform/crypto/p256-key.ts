import { ECDH, createECDH } from 'node:crypto'

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
