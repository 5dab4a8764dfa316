import { createPublicKey, verify } from 'node:crypto'

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether a client's token is signed by the key that it names (did:key, Ed25519), for this relay, and still valid. */
export function isRelayToken(token: string, { relayUrl, now }: { relayUrl: string; now: Date }): boolean {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = readJson(body)
  const key = readKey(String(claims['iss']))
  const seconds = now.getTime() / 1000
  return (
    readJson(head)['alg'] === 'EdDSA' &&
    key !== null &&
    claims['aud'] === relayUrl &&
    Number(claims['exp']) > seconds &&
    verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  )
}

function readJson(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** `did:key:z` and, in base58, the two bytes that stand for Ed25519 and the 32 of the key. */
function readKey(issuer: string) {
  const text = /^did:key:z([1-9A-HJ-NP-Za-km-z]{46,50})$/.exec(issuer)?.[1]
  if (text === undefined) return null
  const number = text.split('').reduce((sum, digit) => sum * 58n + BigInt(digits.indexOf(digit)), 0n)
  const bytes = Buffer.from(number.toString(16).padStart(68, '0'), 'hex')
  if (bytes.length !== 34 || bytes.readUInt16BE() !== 0xed01) return null
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(2).toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}
