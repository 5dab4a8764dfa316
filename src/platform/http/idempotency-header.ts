import { Type } from 'typebox'

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        '1–255 visible ASCII characters; a request with the same key and body within 24 h returns the first record',
    }),
  ),
})
