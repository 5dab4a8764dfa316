import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync('{src,web/src,client/src,verify/src,bench,dev,test}/**/*.{ts,tsx,js,mjs}', { cwd: root })

/** The sources of rule sets belong to the versions that name them, and their hashes cover the comments. */
const isRuleSet = (file: string) => /\/rules\/.*-\d+\.\d+\.\d+\.(test\.)?ts$/.test(file)

test('comments: none begins with “What …” or “Who …” in the place of a noun', () => {
  const found = files
    .filter((file) => !isRuleSet(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, n) => (/(?:\/\/|\/?\*\*?) Wh(?:at|o)(?:ever)? /.test(line) ? [`${file}:${n + 1}`] : [])),
    )
  assert.ok(files.length > 1000)
  assert.deepEqual(found, [])
})

/** A title as the source writes it, of `test` or `it`: a string, or a template. */
const titles = /\b(?:test|it)(?:\.(?:skip|only|todo))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g

test('test names have at most 80 characters', () => {
  const named = files
    .filter((file) => /^(?:src|test)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(titles)].map(([, single, double, template]) => {
        const title = single ?? double ?? template?.replaceAll(/\$\{[^}]*\}/g, '') ?? ''
        return { file, title }
      }),
    )
  const tooLong = named.filter(({ title }) => title.length > 80)
  assert.ok(named.length > 2000, `${named.length} names are found`)
  assert.deepEqual(tooLong, [])
})
