import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { question } from '../../../test/world/model.ts'
import { createCutEchoes, findComplaint, toExcerpt } from './complaint.ts'
import { findDialect } from './dialect.ts'
import { judgeFailure } from './judge-complaint.ts'
import { anthropicWire } from './wire-anthropic.ts'
import { openaiWire } from './wire-openai.ts'
import { toArguments, toFields } from './wire.ts'

const dialect = findDialect({ provider: 'openai', baseUrl: 'http://127.0.0.1/v1', name: 'some-model' })

const keys =
  'error message code type param loc detail status metadata raw choices tool_calls function name arguments finish_reason usage prompt_tokens content input stop_reason retryDelay prompt_tokens_details cached_tokens model'.split(
    ' ',
  )

/** Values under the names that bodies of both formats have. */
const named = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(
      'temperature is not supported',
      'content_filter',
      '{"error":{"message":"x"}}',
      'submit_score',
      null,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 6 }),
  ),
})).value

test('any body is read without an exception, into words and whole counts', () => {
  fc.assert(
    fc.property(named, fc.constantFrom(200, 400, 404, 422, 429, 500, 503), fc.boolean(), (body, status, hasImage) => {
      for (const wire of [openaiWire, anthropicWire]) {
        const answer = wire.read(toFields(body))
        for (const count of Object.values(answer?.usage ?? {})) assert.ok(Number.isInteger(count) && count >= 0)
        for (const call of answer?.calls ?? []) assert.equal(typeof call.name, 'string')
        assert.equal(typeof (answer?.reason ?? ''), 'string')
      }
      const complaint = findComplaint(body, createCutEchoes(question))
      const excerpt = toExcerpt(complaint.texts, 'sk-canary-key')
      assert.ok(excerpt.length <= 240)
      const { kind } = judgeFailure({ status, complaint, dialect, hasImage, excerpt, waitMs: undefined })
      assert.ok(['declined', 'blamed', 'invalid call', 'refused', 'fault'].includes(kind))
    }),
  )
})

const text = fc.string({ unit: 'grapheme', minLength: 40, maxLength: 300 })

test('no excerpt repeats a request or a key, in whatever words a server puts them', () => {
  fc.assert(
    fc.property(text, fc.string({ maxLength: 60 }), fc.nat(3), (prompt, words, form) => {
      const request = { ...question, text: prompt }
      const forms = [
        prompt,
        JSON.stringify(prompt),
        JSON.stringify({ content: prompt }),
        JSON.stringify(prompt).slice(0, -3),
      ]
      const said = `${words} ${forms[form]} key sk-canary-secret-key`
      const { texts } = findComplaint({ error: { message: said } }, createCutEchoes(request))
      const excerpt = toExcerpt(texts, 'sk-canary-secret-key')
      assert.ok(!excerpt.includes('sk-canary-secret-key'))
      for (let at = 0; at + 30 <= prompt.length; at += 1)
        assert.ok(!excerpt.includes(prompt.slice(at, at + 30)), `${excerpt} repeats ${prompt}`)
    }),
  )
})

test('a word of a request that a server repeats is never a complaint', () => {
  const loaded = fc.constantFrom(
    'content policy violation by this prompt',
    'tool_choice is not supported here',
    'Could not process image of the cat',
    'Invalid API key of the cat',
    'too many requests to the moon',
    'the context length of the moon is too long',
    'failed to call a function of the cat',
    'temperature is not supported by cats',
  )
  const prompts = fc.array(fc.oneof(loaded, fc.string({ maxLength: 40 })), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(
      prompts,
      fc.constantFrom('Bad request: ', 'Error in: ', ''),
      fc.boolean(),
      (parts, before, isEscaped) => {
        const prompt = `Judge this submission with care: ${parts.join(' … ')} and so it ends, as all must.`
        const message = before + (isEscaped ? JSON.stringify(prompt) : prompt)
        const complaint = findComplaint({ error: { message } }, createCutEchoes({ ...question, text: prompt }))
        const meaning = judgeFailure({
          status: 400,
          complaint,
          dialect,
          hasImage: true,
          excerpt: '',
          waitMs: undefined,
        })
        assert.equal(meaning.kind === 'fault' && meaning.error.fault, 'request')
      },
    ),
  )
})

test('arguments are read from an object, JSON text, JSON text of JSON text and a code block', () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(value, (given) => {
      const expected = JSON.parse(JSON.stringify(given)) as unknown
      const text = JSON.stringify(given)
      for (const form of [expected, text, JSON.stringify(text), ` ${text}\n`, `\`\`\`json\n${text}\n\`\`\``])
        assert.deepEqual(toArguments(form), expected)
    }),
  )
  for (const given of [undefined, null, '', '{', 'no json']) assert.equal(toArguments(given), undefined)
})
