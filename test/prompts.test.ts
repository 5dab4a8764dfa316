import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ACTIVE, listPrompts } from '../src/judge/prompts.ts'

const folder = join(import.meta.dirname, '../prompts')

/** sha-256 of every file of every released version. A released version never changes: a change is a new version (D18). */
const released: Record<string, Record<string, string>> = {
  'launch-score@1.0.0': {
    'gates.json': 'bf9cd4f3f90b471052ecaf6912f70fb27216202d503737baee27ebdb93b5f0a7',
    'image-user.md': '812324aa079887a0869f2ea41e60ffaec5bc9eddc7bc6e4fecb688b66f1edbaf',
    'image.md': 'ed48bf1ec07ed33b8a1b82fad09bdb3362b047680faccdb5966a5d6b9cbf8bf3',
    'judge.json': '2970d79b4a0bbdc0ba51565b3ec3ebb61cfe105a3ddccd6ec02c49cc8261ce91',
    'meme-user.md': '3c3cce3078e5de378f4c016152952bbc24a1caacc54a5ad06a7f597e32c33c4d',
    'meme.md': 'ced2e2a0c96368e125afdb8a68df4313e6f6ef26186995fb499ebff3b95e26da',
    'reminder.md': '738d7fab224c9363459555f8cb90a9f5e9e1c56ed8f68074113fff6a0342d8bb',
    'rules.json': 'db3f7f93e70bec9f2fbd071df3356e8901ba679eec413d705f867d97442c080e',
    'tool.json': 'c17f39d8ee696c8ee954dbca3819a802c92dd7115978e97f18a95d070a257caf',
    'weights.json': '1161ea05e3383beb426b3c0e25bd23b9a09dfdb532e41ab94620c66e4acbe241',
  },
}

const hashesOf = (path: string) =>
  Object.fromEntries(
    readdirSync(path)
      .sort()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(path, file)))
          .digest('hex'),
      ]),
  )

test('released prompt versions are unchanged, and each is written down here', () => {
  const found = listPrompts().map(({ id, name, semver }) => [id, hashesOf(join(folder, name, semver))] as const)
  assert.deepEqual(Object.fromEntries(found), released)
})

test('the active version is a released one', () => {
  assert.ok(ACTIVE in released)
})
