import { createHash, timingSafeEqual } from 'node:crypto'

/** Creates a check whether an Authorization header carries `token`. It takes the same time for every header. */
export function bearerMatcher(token: string): (authorization: string | undefined) => boolean {
  const expected = toDigest(token)
  return (authorization = '') => {
    const [, bearer = ''] = /^Bearer +([^ ].*)$/i.exec(authorization) ?? []
    return timingSafeEqual(toDigest(bearer), expected)
  }
}

const toDigest = (text: string) => createHash('sha256').update(text).digest()
