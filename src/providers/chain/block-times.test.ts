import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import {
  firstBlockAt,
  headOf,
  type PacedWorld,
  startPacedNode,
  type Stretch,
  timeOf,
} from '../../../dev/stand-ins/paced-node.ts'
import { guardFor } from '../../../test/fixtures/providers.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createBlockTimes, measureBlocks } from './block-times.ts'

const never = new AbortController().signal
const day = 86_400
const startedAt = 1_780_000_000

/** 200 days of each chain. Base changed its pace 16 days ago. */
const chains: [name: string, stretches: Stretch[]][] = [
  ['0.1 seconds', [{ blocks: 2000 * day, seconds: 0.1 }]],
  ['0.2 seconds', [{ blocks: 1000 * day, seconds: 0.2 }]],
  ['2 seconds', [{ blocks: 100 * day, seconds: 2 }]],
  ['12 seconds', [{ blocks: (200 * day) / 12, seconds: 12 }]],
  [
    '2 seconds and then 0.2',
    [
      { blocks: 92 * day, seconds: 2 },
      { blocks: 80 * day, seconds: 0.2 },
    ],
  ],
  [
    '0.2 seconds and then 12',
    [
      { blocks: 500 * day, seconds: 0.2 },
      { blocks: (100 * day) / 12, seconds: 12 },
    ],
  ],
]

async function open(t: TestContext, world: PacedWorld) {
  const node = await startPacedNode(world)
  t.after(node.close)
  const open = () => createBlockTimes({ url: node.url, chainId: 8453, timeoutMs: 20_000, guard: guardFor('chain') })
  return { node, open, times: open() }
}

const isFault = (fault: string) => (error: unknown) => error instanceof UpstreamError && error.fault === fault
const withoutOldBlocks = (method: string, [block]: unknown[]) =>
  method === 'eth_getBlockByNumber' && Number(block) < 50_000 ? { result: null } : undefined
const toDate = (seconds: number) => new Date(seconds * 1000)

for (const [name, stretches] of chains) {
  const world = { startedAt, stretches }
  const headTime = timeOf(world, headOf(world))
  test(`blocks of ${name}: the first one at a time is found with few calls`, async (t) => {
    const { node, open: reopen } = await open(t, world)
    for (const age of [1, 20, 3600, day, 8 * day, 15.99 * day, 16 * day, 16.01 * day, 90 * day, 199.99 * day]) {
      const [at, before] = [Math.floor(headTime - age), node.requests.length]
      assert.equal(await reopen().blockAt(toDate(at), never), BigInt(firstBlockAt(world, at)), `${age} s`)
      const calls = node.requests.length - before
      assert.ok(calls <= 24, `${calls} calls for ${age} s`)
    }
  })
  test(`blocks of ${name}: the pace is that of the last blocks`, async (t) => {
    const { times } = await open(t, world)
    const pace = await times.secondsPerBlock(never)
    const expected = stretches.at(-1)?.seconds ?? 0
    assert.ok(Math.abs(pace - expected) <= expected / 50, `${pace}`)
  })
  test(`blocks of ${name}: without tags safe and final blocks are ten and thirty minutes old`, async (t) => {
    const { times } = await open(t, world)
    for (const [find, seconds] of [
      [times.safe, 600],
      [times.finalized, 1800],
    ] as const) {
      const { number, at } = await find(never)
      const age = headTime - at.getTime() / 1000
      assert.equal(at.getTime() / 1000, timeOf(world, Number(number)))
      assert.ok(age >= seconds && age <= seconds * 1.1, `${age} s`)
    }
  })
  test(`blocks of ${name}: tags are followed while they keep up`, async (t) => {
    const own = { ...world, tags: { safe: 120, finalized: 900 } }
    const { times } = await open(t, own)
    const read = async (find: typeof times.safe) => headTime - (await find(never)).at.getTime() / 1000
    assert.ok(Math.abs((await read(times.safe)) - 120) <= 12)
    assert.ok(Math.abs((await read(times.finalized)) - 900) <= 12)
    own.tags = { safe: 7200, finalized: 9000 }
    assert.ok(Math.abs((await read(times.safe)) - 630) <= 30)
    assert.ok(Math.abs((await read(times.finalized)) - 1890) <= 90)
  })
}

test('a node that only knows finalized is asked for that', async (t) => {
  const world = { startedAt, stretches: [{ blocks: 10_000, seconds: 0.45 }], tags: { finalized: 2 } }
  const { times } = await open(t, world)
  const { number } = await times.safe(never)
  assert.equal(number, BigInt(firstBlockAt(world, timeOf(world, 10_000) - 1) - 1))
})

test('on a young chain only block 0 is safe, and no time is before it', async (t) => {
  const { times } = await open(t, { startedAt, stretches: [{ blocks: 20, seconds: 2 }] })
  assert.equal((await times.safe(never)).number, 0n)
  assert.equal(await times.blockAt(toDate(startedAt - 5), never), 0n)
  assert.equal(await times.blockAt(toDate(startedAt + 41), never), 21n)
  const { times: empty } = await open(t, { startedAt, stretches: [] })
  assert.equal((await empty.safe(never)).number, 0n)
  assert.equal(await empty.blockAt(toDate(startedAt), never), 0n)
  assert.ok((await empty.secondsPerBlock(never)) > 0)
})

test('times that were measured spare calls', async (t) => {
  const world = { startedAt, stretches: [{ blocks: 1_000_000, seconds: 0.2 }] }
  const { node, times } = await open(t, world)
  const at = toDate(timeOf(world, 500_000))
  await times.blockAt(at, never)
  const before = node.requests.length
  await times.blockAt(at, never)
  assert.ok(node.requests.length - before <= 2)
})

test('a node that lacks an old block, or serves another chain, is at fault', async (t) => {
  const world = { startedAt, stretches: [{ blocks: 100_000, seconds: 2 }] }
  const { times } = await open(t, { ...world, respond: withoutOldBlocks })
  await assert.rejects(times.blockAt(toDate(startedAt + 1000), never), isFault('unavailable'))
  const { times: foreign } = await open(t, { ...world, chainId: 1 })
  await assert.rejects(foreign.head(never), isFault('chain'))
})

test('on any chain the block that is found is the first one at its time or later', () => {
  const stretches = fc.array(
    fc.record({ blocks: fc.integer({ min: 0, max: 3000 }), seconds: fc.constantFrom(0.1, 0.2, 0.45, 2, 12, 600) }),
    { maxLength: 4 },
  )
  return fc.assert(
    fc.asyncProperty(
      stretches,
      fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true })),
      async (stretches, shares) => {
        const world = { startedAt, stretches }
        const headTime = timeOf(world, headOf(world))
        let calls = 0
        const times = measureBlocks(async (block) => {
          calls += 1
          if (block === 'safe' || block === 'finalized') return null
          const number = block === 'latest' ? headOf(world) : Number(block)
          return number > headOf(world) ? null : { number: BigInt(number), at: toDate(timeOf(world, number)) }
        })
        for (const share of shares) {
          const time = Math.round((startedAt + share * (headTime - startedAt)) * 1000) / 1000
          const before = calls
          assert.equal(await times.blockAt(toDate(time), never), BigInt(firstBlockAt(world, Math.ceil(time))))
          assert.ok(calls - before <= 40)
        }
      },
    ),
  )
})
