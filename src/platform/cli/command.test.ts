import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPositionals, findOptionFault } from './command.ts'

const cases: [usage: string, min: number, max: number][] = [
  ['migrate', 0, 0],
  ['keys rotate <prefix> [--grace <hours>]', 1, 1],
  ['keys issue --tier free|pro|enterprise --label <text> --owner <text>', 0, 0],
  ['incident update <id> [<text>]', 1, 2],
]
for (const [usage, min, max] of cases)
  test(`"${usage}" takes ${min} to ${max} words after its name`, () =>
    assert.deepEqual(countPositionals(usage), { min, max }))

const calls: [usage: string, options: Record<string, string | boolean>, fault: string | undefined][] = [
  ['score hide <id> --reason <text>', {}, 'missing --reason'],
  ['score hide <id> --reason <text>', { reason: 'Phishing.' }, undefined],
  ['replay --check', {}, 'missing --check'],
  ['keys issue --tier free|pro', {}, '--tier must be one of free, pro'],
  ['incident open [--impact minor|major]', { impact: 'huge' }, '--impact must be one of minor, major'],
  ['incident open [--impact minor|major]', {}, undefined],
  ['keys rotate <prefix> [--grace <hours>]', {}, undefined],
  ['outcome recompute --days <folder>, or --url <url>', {}, undefined],
]
for (const [usage, options, fault] of calls)
  test(`"${usage}" with ${JSON.stringify(options)}: ${fault ?? 'no fault'}`, () =>
    assert.equal(findOptionFault(usage, options), fault))
