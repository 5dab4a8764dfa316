import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const opening = 'lsc_live_'

/** What leaked keys are searched by; the checksum tells them from look-alikes. */
const pattern = /^lsc_live_[A-Za-z0-9_-]{48}$/

/** The key made of 32 random bytes: them and their CRC-32, big-endian, in base64url (D2). */
export function keyOf(secret: Uint8Array): string {
  const body = Buffer.alloc(36)
  body.set(secret)
  body.writeUInt32BE(crc32(secret), 32)
  return opening + body.toString('base64url')
}

/** Whether the text has a key's form and checksum: what has not is refused without a query. */
export function isKey(text: string): boolean {
  if (!pattern.test(text)) return false
  const body = Buffer.from(text.slice(opening.length), 'base64url')
  return body.readUInt32BE(32) === crc32(body.subarray(0, 32))
}

/** The part that is shown and looked up: the opening and 8 characters. */
export const prefixOf = (key: string): string => key.slice(0, opening.length + 8)

/** What is kept of a key: sha-256, enough for 256 random bits. */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The bearer of an Authorization header, whatever its form; undefined when there is no `Bearer ` (D52). */
export const bearerOf = (authorization: string): string | undefined =>
  authorization.startsWith('Bearer ') ? authorization.slice(7) : undefined
