import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listVariables, parseConfig } from '../src/config.ts'

const root = join(import.meta.dirname, '..')
const example = readFileSync(join(root, '.env.example'), 'utf8')
const assignments = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, comment, name = '', value = '']) => ({
    name,
    value,
    isSet: comment === undefined,
  }),
)

test('.env.example names every variable that the configuration reads, and no other', () => {
  assert.deepEqual([...new Set(assignments.map(({ name }) => name))].sort(), [...listVariables()].sort())
})

test('the values that .env.example sets are the defaults', () => {
  const set = assignments.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value])
  assert.deepEqual(parseConfig(Object.fromEntries(set)), parseConfig({}))
})
