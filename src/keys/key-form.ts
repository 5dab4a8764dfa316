import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Test keys make records that count nowhere (D77). */
const openings = { live: 'lsc_live_', test: 'lsc_test_' }
const openingLength = openings.live.length

export type KeyMode = keyof typeof openings

/** Secret scanners find leaked keys by this pattern; the checksum rules out look-alikes. */
const pattern = /^lsc_(?:live|test)_[A-Za-z0-9_-]{48}$/

/** 32 random bytes followed by their CRC-32 (big-endian), in base64url. */
export function toKey(secret: Uint8Array, mode: KeyMode = 'live'): string {
  const body = Buffer.alloc(36)
  body.set(secret)
  body.writeUInt32BE(crc32(secret), 32)
  return openings[mode] + body.toString('base64url')
}

/** Malformed keys are refused without a query. */
export function isKey(text: string): boolean {
  if (!pattern.test(text)) return false
  const body = Buffer.from(text.slice(openingLength), 'base64url')
  return body.readUInt32BE(32) === crc32(body.subarray(0, 32))
}

/** The public part of a key, used for look-ups. */
export const toPrefix = (key: string): string => key.slice(0, openingLength + 8)

export const isTestKey = (key: string): boolean => key.startsWith(openings.test)

/** SHA-256 is enough for 256 random bits. */
export const hashText = (key: string): Buffer => hash('sha256', key, 'buffer')
