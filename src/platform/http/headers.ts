import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'

/** The scheme may be in any case (RFC 9110 11.1); undefined for another scheme. */
export const parseBearer = (authorization: string): string | undefined => /^bearer +([^ ].*)$/i.exec(authorization)?.[1]

export function bearerMatcher(token: string): (authorization: string | undefined) => boolean {
  const expected = toDigest(token)
  return (authorization = '') => timingSafeEqual(toDigest(parseBearer(authorization) ?? ''), expected)
}

/** Headers arrive as Latin-1, and spaces separate. */
export const isBearerToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

export const bearerTokenRule = 'printable ASCII without spaces'

/**
 * RFC 6750. A request with a token is told why it is invalid, so that clients don't look for an authorization server.
 */
export const toChallenge = (invalid: string | null): string =>
  invalid === null ? 'Bearer' : `Bearer error="invalid_token", error_description="${toDescription(invalid)}"`

/** The characters that RFC 6750 allows. */
const toDescription = (sentence: string) =>
  sentence.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '')

const toDigest = (text: string) => createHash('sha256').update(text).digest()

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        '1–255 visible ASCII characters; a request with the same key and body within 24 h returns the first record',
    }),
  ),
})

export const serviceHeader = (serviceName: string, what: string): string => `X-${toToken(serviceName)}-${what}`

export const webhookAgent = (serviceName: string): string => `${toToken(serviceName)}-Webhooks/1`

export const imageAgent = (serviceName: string): string => toToken(serviceName)

export const marketAgent = (serviceName: string): string => toToken(serviceName)

const toToken = (serviceName: string) => serviceName.replaceAll(/[^A-Za-z0-9]/g, '')
