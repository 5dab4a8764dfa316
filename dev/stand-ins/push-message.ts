import { type ECDH, createDecipheriv, createPublicKey, hkdfSync, verify } from 'node:crypto'

/** Decrypts an `aes128gcm` body (RFC 8188) that was encrypted for a browser (RFC 8291). Throws if it can't. */
export function decryptPush(body: Buffer, browser: { key: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const secret = browser.key.computeSecret(sender)
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), browser.key.getPublicKey(), sender])
  const material = derive(secret, { salt: browser.auth, info: context, length: 32 })
  const key = derive(material, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(material, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const record = body.subarray(21 + idLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2) // the last record's delimiter
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding')
  return padded.subarray(0, end).toString()
}

const derive = (material: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length))

/** Returns what is wrong with a VAPID header (RFC 8292); undefined if this push service accepts it. */
export function vapidFault(header: string | undefined, { origin, publicKey }: { origin: string; publicKey: string }) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  if (key !== publicKey) return 'unknown key'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const signed = { key: toKeyObject(key), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    return 'signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== origin) return 'audience'
  const secondsLeft = Number(exp) - Date.now() / 1000
  if (!(secondsLeft > 0 && secondsLeft <= 24 * 3600)) return 'expiry'
  return /^(mailto:.+@.+|https:\/\/.+)$/.test(String(sub)) ? undefined : 'subject'
}

function toKeyObject(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
}
