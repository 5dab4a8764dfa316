import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider'
import { createImagePlaces } from './image-places.ts'
import { type WireCall, callModel } from './model-call.ts'

const never = new AbortController().signal
const tool = { name: 'judge', description: 'Judges.', schema: {}, accepts: () => true }
const call = {
  images: createImagePlaces(),
  request: { instructions: 'Judge.', text: 'A cat', reminder: 'Call the tool.', tool },
  isForced: true,
  isReminded: false,
  isStrict: true,
  temperature: 0,
  maxOutputTokens: 3000,
  timeoutMs: 1000,
  refused: new Set<never>(),
  onWarning: () => {},
} satisfies Omit<WireCall, 'model'>

/** A call whose provider responds with 400 and this error. */
function callFaulty(fault: object) {
  const responseBody = JSON.stringify({ error: fault })
  const error = new APICallError({ message: '', url: '', requestBodyValues: {}, statusCode: 400, responseBody })
  const model = { doGenerate: () => Promise.reject(error) } as Partial<LanguageModelV4> as LanguageModelV4
  return callModel({ ...call, model }, never)
}

test('a content filter whose message names a parameter refuses no parameter', async () => {
  const message = 'Rejected by our strict content policy.'
  assert.deepEqual(await callFaulty({ code: 'content_filter', message }), { kind: 'declined' })
  const unknown = { message: 'strict is not supported' }
  assert.deepEqual(await callFaulty(unknown), { kind: 'refused', parameter: 'strict' })
})
