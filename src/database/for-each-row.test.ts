import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryLog } from '../../test/world/deps.ts'
import { DatabaseOutage } from '../platform/database-fault.ts'
import { UpstreamError } from '../platform/errors.ts'
import { forEachRow, listPages } from './for-each-row.ts'

/** Works on rows 1 to 3, of which the second one throws. */
async function work(fault: Error, stopping = new AbortController()) {
  const { log, logged } = memoryLog()
  const done: number[] = []
  const rows = listPages(async (last: number | undefined = 0) => (last < 3 ? [last + 1] : []))
  const attempt = async (row: number) => {
    if (row === 2) throw fault
    done.push(row)
    if (row === 3) stopping.abort()
  }
  const error: unknown = await forEachRow(
    { rows, toId: String, work: attempt },
    { log, signal: stopping.signal },
  ).catch((error: unknown) => error)
  return { done, error, logged: logged() }
}

test('a row that fails is logged, the next one goes on, and the job fails', async () => {
  const fault = new Error('poisoned')
  const { done, error, logged } = await work(fault)
  assert.deepEqual([done, error], [[1, 3], fault])
  assert.match(logged, /"row":"2","reason":"poisoned"/)
})

for (const fault of [new DatabaseOutage(new Error('gone')), new UpstreamError('chain', 'timeout', 'no answer')])
  test(`${fault.constructor.name} stops the rows at once`, async () => {
    const { done, error } = await work(fault)
    assert.deepEqual([done, error], [[1], fault])
  })

test('a provider that refuses one request stops no other row', async () => {
  const { done } = await work(new UpstreamError('chain', 'request', 'reverted'))
  assert.deepEqual(done, [1, 3])
})

test('no row is begun after the stop', async () => {
  const stopping = new AbortController()
  stopping.abort()
  assert.deepEqual(await work(new Error('unused'), stopping), { done: [], error: undefined, logged: '' })
})

test('a run ends after a hundred failed rows', async () => {
  const { log } = memoryLog()
  const rows = Array.from({ length: 1000 }, (_, n) => n)
  let tries = 0
  const fail = () => Promise.reject(new Error(`no ${++tries}`))
  const given = { rows, toId: String, work: fail }
  await assert.rejects(forEachRow(given, { log, signal: new AbortController().signal }), /no 1$/)
  assert.equal(tries, 100)
})
