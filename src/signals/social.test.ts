import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { mentionedHandles } from './social.ts'

const cases: [title: string, description: string, handles: string[]][] = [
  ['a handle at the start', '@pepe is back', ['pepe']],
  ['handles in lower case, each once, in order', 'By @Pepe_1, with @DOGE and @pepe_1', ['pepe_1', 'doge']],
  ['handles between punctuation', '(@a) "@b": @c, .@d @e! …@f—@g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['handles after a line break', 'one\n@two', ['two']],
  ['a handle before a full stop', 'Thanks to @pepe.', ['pepe']],
  ['a handle with an English genitive', "@pepe's cat, @doge’s dog", ['pepe', 'doge']],
  ['handles in Chinese punctuation', '感谢：@pepe，@doge。', ['pepe', 'doge']],
  ['fifteen characters', '@abcdefghijklmno', ['abcdefghijklmno']],
  ['not sixteen', '@abcdefghijklmnop', []],
  ['no e-mail address', 'me@example.com a.b+c@example.com x-@example.com _@example.com', []],
  ['no address of another network', '@pepe@mastodon.social', []],
  ['no part of an URL', 'https://example.com/@pepe https://user:pass@example.com', []],
  ['no part of a longer word', 'd@nce caf\u00e9@bar @caf\u00e9 @cafe\u0301 @doge狗', []],
  ['no bare or doubled @', '@ @@pepe @ pepe', []],
  ['nothing in nothing', '', []],
]
for (const [title, description, handles] of cases) {
  test(`a pitch names ${title}`, () => assert.deepEqual(mentionedHandles(description), handles))
}

test('a pitch names at most twenty distinct handles', () => {
  const handles = Array.from({ length: 30 }, (_, index) => `user${index}`)
  const description = handles.flatMap((handle) => [`@${handle}`, '@user0']).join(' ')
  assert.deepEqual(mentionedHandles(description), handles.slice(0, 20))
})

test('any text gives at most twenty well-formed, distinct handles', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...Array.from('@@@ aB1_\ud83d')),
    ),
    maxLength: 300,
  })
  fc.assert(
    fc.property(text, (description) => {
      const handles = mentionedHandles(description)
      assert.ok(handles.length <= 20 && new Set(handles).size === handles.length)
      for (const handle of handles) {
        assert.match(handle, /^[a-z0-9_]{1,15}$/)
        assert.ok(description.toLowerCase().includes(`@${handle}`))
      }
    }),
    { numRuns: 1000 },
  )
})
