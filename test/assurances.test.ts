import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** A test as a document names it: `file`: “title”. */
const named = /`((?:test|src)\/[\w/.-]+\.ts)`: “([^”]+)”/g

for (const [page, least] of [
  ['docs/reliability.md', 25],
  ['docs/security.md', 50],
] as const)
  test(`every test that ${page} names exists`, () => {
    const text = read(page)
    const tests = [...text.matchAll(named)]
    const missing = tests.filter(([, file = '', title = '']) => !existsSync(join(root, file)) || !holds(file, title))
    assert.deepEqual(
      missing.map(([whole]) => whole),
      [],
    )
    const files = [...text.matchAll(/`((?:test|src)\/[\w/.-]+\.ts)`/g)].map(([, file = '']) => file)
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    )
    assert.ok(tests.length >= least, `only ${tests.length} tests are named`)
  })

/** In a title of a test, written as a string or as the end of one that is put together. */
const holds = (file: string, title: string): boolean =>
  read(file)
    .split('\n')
    .some((line) => /\btest\(|^const title|^\s*['`]/.test(line) && line.includes(title))

test('each control in docs/security.md names its test, or the reason that it has none', () => {
  const [, table = ''] = read('docs/security.md').split('## ASVS 5.0, level 2')
  const rows = table.split('\n').filter((line) => /^\| V\d/.test(line))
  assert.ok(rows.length >= 60, `only ${rows.length} rows`)
  const bare = rows.filter((row) => !/“[^”]+”|`(test|src|dev)\/[^`]+`|Not applicable:|Left to the operator:/.test(row))
  assert.deepEqual(bare, [])
})
