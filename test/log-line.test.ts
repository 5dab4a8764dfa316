import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLogEntry, readLogEntry } from '../src/platform/log-line.ts'

test('a log entry is printed as time, level, message and fields', () => {
  const time = new Date(2026, 10, 21, 9, 5, 7).getTime()
  const entry = readLogEntry(JSON.stringify({ level: 40, time, hosts: ['127.0.0.1:80'], msg: 'exempt' }))
  assert.ok(entry)
  assert.equal(describeLogEntry(entry), '09:05:07 warn  exempt hosts=["127.0.0.1:80"]')
})

for (const line of ['Restarting', '', '7', 'null', '{"level":"info","time":1}', '{"level":30}', '{"level":30,'])
  test(`"${line}" is not a log entry`, () => assert.equal(readLogEntry(line), null))
