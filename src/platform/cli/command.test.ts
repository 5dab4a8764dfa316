import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPositionals } from './command.ts'

const cases: [usage: string, min: number, max: number][] = [
  ['migrate', 0, 0],
  ['keys rotate <prefix> [--grace <hours>]', 1, 1],
  ['keys issue --tier free|pro|enterprise --label <text> --owner <text>', 0, 0],
  ['incident update <id> [<text>]', 1, 2],
]
for (const [usage, min, max] of cases)
  test(`"${usage}" takes ${min} to ${max} words after its name`, () =>
    assert.deepEqual(countPositionals(usage), { min, max }))
