import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPositionals } from './command.ts'

const cases: [usage: string, least: number, most: number][] = [
  ['migrate', 0, 0],
  ['keys rotate <prefix> [--grace <hours>]', 1, 1],
  ['keys issue --tier free|pro|enterprise --label <text> --owner <text>', 0, 0],
  ['incident update <id> [<text>]', 1, 2],
]
for (const [usage, least, most] of cases)
  test(`"${usage}" takes ${least} to ${most} words after its name`, () =>
    assert.deepEqual(countPositionals(usage), { least, most }))
