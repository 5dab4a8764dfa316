import { createHash, timingSafeEqual } from 'node:crypto'

/** Creates a check whether an Authorization header carries `token`. It takes the same time for every header. */
export function bearerMatcher(token: string): (authorization: string | undefined) => boolean {
  const expected = toDigest(token)
  return (authorization = '') => {
    const [, bearer = ''] = /^Bearer +([^ ].*)$/i.exec(authorization) ?? []
    return timingSafeEqual(toDigest(bearer), expected)
  }
}

/** Whether a token can be the one of a bearer: a header arrives as Latin-1, and its spaces separate. */
export const isBearerToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** The rule of `isBearerToken`, for messages. */
export const bearerTokenRule = 'printable ASCII without spaces'

const toDigest = (text: string) => createHash('sha256').update(text).digest()
