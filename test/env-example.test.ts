import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listVariableNotes, listVariables, parseConfig } from '../src/config.ts'
import { formerVariables } from '../src/config/folded-variables.ts'

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
  const named = new Set(example.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:HOST|PORT|CHAINS|SCORERS|TUNING)\b/g))
  const known = [...listVariables()].filter((name) => !formerVariables.has(name))
  assert.deepEqual(
    known.filter((name) => !named.has(name)),
    [],
  )
  const assigned = assignments.map(({ name }) => name)
  assert.deepEqual(
    assigned.filter((name) => !known.includes(name)),
    [],
  )
  assert.equal(new Set(assigned).size, assigned.length)
})

test('.env.example begins with the eighteen settings of a deployment', () => {
  const [first = ''] = example.split('You will rarely need')
  assert.deepEqual(
    [...first.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
    [
      'DATABASE_URL',
      'REDIS_URL',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'ENCRYPTION_KEY',
      'ADMIN_TOKEN',
      'METRICS_TOKEN',
      'CONTACT_URL',
      'MODEL_PROVIDER',
      'MODEL_NAME',
      'MODEL_API_KEY',
      'CREATOR_DATA_URL',
      'CREATOR_DATA_KEY',
      'TOKEN_RISK_URL',
      'MARKET_DATA_URL',
      'CHAIN_RPC_URL',
      'MODEL_DAILY_BUDGET_TOKENS',
      'SCORE_DAILY_TOTAL',
    ],
  )
})

test('the values that .env.example sets are the defaults', () => {
  const set = assignments.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value])
  assert.deepEqual(parseConfig(Object.fromEntries(set)), parseConfig({}))
})

test('.env.example as the file .env: a start warns of none of its variables', () => {
  const environment = Object.fromEntries(assignments.map(({ name, value }) => [name, value || 'x']))
  assert.deepEqual(listVariableNotes(environment, join(root, '.env.example')), [])
})
