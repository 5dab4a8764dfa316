import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addCheckpoint, type Checkpoint } from './checkpoints.ts'
import { findLaunchSender } from './find-sender.ts'
import { learnRange, type LogRange } from './learn-range.ts'

const now = new Date('2026-11-29T12:00:00.000Z')

test('the longest range that a node answers is found within few calls, and not left', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 2000 }), (limit, first) => {
      let range: LogRange = { blocks: first, refused: null }
      const ask = () => {
        const outcome = range.blocks > limit ? 'refused' : 'answered'
        range = learnRange(range, { blocks: range.blocks, outcome, most: 200_000, now })
        return outcome
      }
      for (let calls = 0; calls < 60; calls += 1) ask()
      assert.equal(range.blocks, limit)
      for (let calls = 0; calls < 5; calls += 1) assert.equal(ask(), 'answered')
    }),
  )
})

test('a refused range is tried again after six hours', () => {
  const until = new Date('2026-11-29T12:00:00.001Z')
  const range = { blocks: 10, refused: { blocks: 11, until } }
  const answered = { blocks: 10, outcome: 'answered' as const, most: 1000 }
  assert.equal(learnRange(range, { ...answered, now }).blocks, 10)
  assert.deepEqual(learnRange(range, { ...answered, now: until }), { blocks: 20, refused: null })
})

test('checkpoints are few, and a step back from any depth re-reads at most about as much again', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 300 }), (steps) => {
      let checkpoints: Checkpoint[] = []
      let block = 0n
      const read: bigint[] = []
      for (const step of steps) {
        block += BigInt(step)
        read.push(block)
        checkpoints = addCheckpoint(checkpoints, { block, hash: `0x${block.toString(16)}`, at: now })
      }
      assert.ok(checkpoints.length <= 60, String(checkpoints.length))
      assert.equal(checkpoints[0]?.block, block)
      assert.equal(checkpoints.at(-1)?.block, read[0])
      for (const [n, one] of checkpoints.entries()) if (n > 0) assert.ok(one.block < (checkpoints[n - 1]?.block ?? 0n))
    }),
  )
})

const wallet = `0x${'a'.repeat(40)}`
const account = `0x${'b'.repeat(40)}`
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const operation = (address = entryPoint) => ({
  address,
  topics: ['0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', word(wallet), word(account)],
})
const safe = {
  address: account,
  topics: ['0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'],
}

for (const [what, logs, relays, expected] of [
  ['a transaction of a wallet', [], [], wallet],
  ['a bundle of one user operation', [operation()], [], account],
  ['a bundle of two', [operation(), operation()], [], null],
  ['an event that only looks like one of an EntryPoint', [operation(account)], [], wallet],
  ['a transaction of a Safe', [safe], [], null],
  ['a transaction of a relay', [], [wallet], null],
  ['a user operation of a relay', [operation()], [account], null],
] as const)
  test(`${what}: ${expected ?? 'nobody'} launched`, () => {
    const transaction = { from: wallet, logs: logs.map((log) => ({ ...log, topics: [...log.topics] })) }
    assert.equal(findLaunchSender(transaction, new Set(relays)), expected)
  })
