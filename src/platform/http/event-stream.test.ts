import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsEvents } from './event-stream.ts'

const cases: [accept: string | undefined, isStream: boolean][] = [
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['text/event-stream, application/json', true],
  ['text/event-stream;q=0.5, application/json;q=0.5', true],
  ['application/json;q=0.4, text/event-stream; q=0.5', true],
  ['text/event-stream;q=0.1, */*', true],
  ['text/event-stream;q=0.1, text/event-stream', true],
  ['text/event-stream;q=0.1, application/json', false],
  ['application/json, text/event-stream;q=0.999', false],
  ['text/event-stream;q=0', false],
  ['text/event-stream;q=0.000, */*', false],
  ['text/event-stream;q=2', false],
  ['text/event-stream;q=', false],
  ['text/event-streams', false],
  ['x-text/event-stream', false],
  ['text/*', false],
  ['*/*', false],
  ['application/json', false],
  ['', false],
  [undefined, false],
]
for (const [accept, isStream] of cases)
  test(`Accept: ${accept ?? 'none'}: ${isStream ? 'events' : 'JSON'}`, () => {
    assert.equal(acceptsEvents({ headers: accept === undefined ? {} : { accept } }), isStream)
  })
