import { type Static, Type } from 'typebox'
import { eventStreamType } from '../../platform/http/event-stream.ts'
import { ref } from '../../platform/http/schema.ts'
import { ScoreResult, SignalName } from '../schemas.ts'

/** The data of a `signal` event. */
export const SignalEvent = Type.Object(
  {
    signal: ref(SignalName),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'Higher is better; 50 for a stub' }),
    stub: Type.Boolean({ description: 'True when the signal’s provider is not configured' }),
  },
  { $id: 'SignalEvent', description: 'The data of a `signal` event: one signal, as soon as it is measured' },
)
export type SignalEvent = Static<typeof SignalEvent>

/** The response 200 of `POST /v1/score`: a replay as JSON, or the events of a scoring. */
export const scoreEvents = {
  description:
    'As JSON, the record that an earlier request with this Idempotency-Key made. With `Accept: text/event-stream`, events: `signal` for each signal, and at the end `score` with the record or `error` with the error envelope',
  content: {
    'application/json': { schema: ref(ScoreResult) },
    [eventStreamType]: {
      schema: Type.String({
        description: 'Server-sent events. The data of `signal` is a SignalEvent, that of `score` a ScoreResult',
      }),
    },
  },
}
