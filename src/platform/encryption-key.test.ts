import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findEncryptionKey, isEncryptionKey, keepEncryptionKey } from './secret-box.ts'

test('a folder’s key is made once, readable by its owner alone', (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'launchscore-key-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'data')
  assert.equal(findEncryptionKey(parent), undefined)
  const key = keepEncryptionKey(folder)
  assert.equal(key.length, 32)
  assert.deepEqual(keepEncryptionKey(folder), key)
  assert.deepEqual(readdirSync(folder), ['encryption.key'])
  assert.equal(statSync(join(folder, 'encryption.key')).mode & 0o777, 0o600)
  writeFileSync(join(folder, 'encryption.key'), 'damaged')
  assert.throws(() => keepEncryptionKey(folder), /must contain 32 bytes in base64/)
})

test('a key is 32 bytes in base64, and nothing else', () => {
  assert.ok(isEncryptionKey(Buffer.alloc(32, 255).toString('base64')))
  for (const text of ['', 'x', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])
    assert.ok(!isEncryptionKey(text), text)
})
