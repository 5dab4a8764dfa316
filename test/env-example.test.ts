import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseConfig } from '../src/config.ts'

const root = join(import.meta.dirname, '..')
const example = readFileSync(join(root, '.env.example'), 'utf8')
const assignments = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, comment, name = '', value = '']) => ({
    name,
    value,
    isSet: comment === undefined,
  }),
)

/** The variables that the readers of the environment ask for by name. */
function variablesRead(): string[] {
  const files = globSync('src/{config,config/*,platform/**/*}.ts', { cwd: root })
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const readers = texts.filter((text) => /import .*EnvReader/.test(text))
  const names = [...readers.join().matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name)
  return [...new Set(names)].sort()
}

test('.env.example names every variable that the configuration reads, and no other', () => {
  assert.deepEqual([...new Set(assignments.map(({ name }) => name))].sort(), variablesRead())
})

test('the values that .env.example sets are the defaults', () => {
  const set = assignments.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value])
  assert.deepEqual(parseConfig(Object.fromEntries(set)), parseConfig({}))
})
