import { Type } from 'typebox'
import { eventStreamType } from '../../platform/http/event-stream.ts'
import { ref } from '../../../contract/schema.ts'
import { ScoreResult } from '../../../contract/schemas/score.ts'

export const scoreEvents = {
  description:
    'As JSON, the record that an earlier request with this Idempotency-Key made. With `Accept: text/event-stream`, events: `signal` for each signal, and at the end `score` with the record or `error` with the error envelope',
  content: {
    'application/json': { schema: ref(ScoreResult) },
    [eventStreamType]: {
      schema: Type.String({
        description:
          'Server-sent events. The data of `signal` has `signal`, `score` and `stub`; that of `score` is a ScoreResult',
      }),
    },
  },
}
