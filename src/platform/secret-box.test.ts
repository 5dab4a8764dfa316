import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CannotOpen, toKeyId, createSecretBox } from './secret-box.ts'

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const box = createSecretBox([newer, older])

test('what is sealed opens again in its context, and looks different each time', () => {
  for (const secret of ['whsec_12345678', 'ü'.repeat(512), ' leading and trailing ', '\u0000'])
    assert.equal(box.open(box.seal(secret, 'sub_a'), 'sub_a'), secret)
  assert.notEqual(box.seal('whsec_12345678', 'sub_a'), box.seal('whsec_12345678', 'sub_a'))
  assert.ok(!box.seal('whsec_12345678', 'sub_a').includes('whsec'))
})

test('open: a changed text, another context or an unknown key throws CannotOpen', () => {
  const sealed = box.seal('whsec_12345678', 'sub_a')
  const [keyId, text = ''] = sealed.split('.')
  const changed = Buffer.from(text, 'base64url').map((byte, n) => (n === 15 ? byte ^ 1 : byte))
  for (const wrong of [
    () => box.open(sealed, 'sub_b'),
    () => box.open(`${keyId}.${Buffer.from(changed).toString('base64url')}`, 'sub_a'),
    () => box.open(`${toKeyId(older)}.${text}`, 'sub_a'),
    () => box.open(`${keyId}.`, 'sub_a'),
    () => box.open('', 'sub_a'),
    () => createSecretBox([older]).open(sealed, 'sub_a'),
  ])
    assert.throws(wrong, CannotOpen)
})

test('a previous key still reads, the current one writes', () => {
  const before = createSecretBox([older]).seal('whsec_12345678', 'sub_a')
  assert.deepEqual([box.open(before, 'sub_a'), box.isCurrent(before)], ['whsec_12345678', false])
  assert.ok(box.isCurrent(box.seal('whsec_12345678', 'sub_a')))
})
