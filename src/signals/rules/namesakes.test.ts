import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { MarketToken } from '../../providers/market/market-data.ts'
import { findNamesakes, namesakeFacts } from './namesakes.ts'

const at = new Date('2026-11-20T00:00:00.000Z')
const days = (count: number) => at.getTime() - count * 86_400_000
const own = { address: '0x70ce110000000000000000000000000000000901', chain: 'base' }

const token = (over: Partial<MarketToken> = {}): MarketToken => ({
  chain: 'solana',
  address: 'So1111111111111111111111111111111111111111',
  name: 'Left Sock',
  symbol: 'SOCK',
  liquidityUsd: 50_000,
  createdAt: days(90),
  ...over,
})

const ours = (over: Partial<MarketToken> = {}) => token({ ...own, ...over })

interface Case {
  tokens: MarketToken[]
  count: number
  isCopied?: boolean
  isCutOff?: boolean
  isUnlaunched?: boolean
}

const cases: Record<string, Case> = {
  'nothing was found': { tokens: [], count: 0 },
  'the same name and ticker': { tokens: [token()], count: 1, isCopied: true },
  'the same, for a launch without a contract': { tokens: [token()], count: 1, isCopied: true, isUnlaunched: true },
  'the ticker in another case and with a dollar': { tokens: [token({ symbol: '$sock' })], count: 1, isCopied: true },
  'the name in look-alike letters': { tokens: [token({ name: 'LEFT SOСK' })], count: 1, isCopied: true },
  'the ticker alone': { tokens: [token({ name: 'Moon Rocket' })], count: 1 },
  'another ticker': { tokens: [token({ symbol: 'SOCKS' }), token({ symbol: 'SOCK2', address: 'b' })], count: 0 },
  'too little liquidity': { tokens: [token({ liquidityUsd: 9_999.99 })], count: 0 },
  'just enough liquidity': { tokens: [token({ liquidityUsd: 10_000 })], count: 1, isCopied: true },
  'a younger token': { tokens: [token({ createdAt: at.getTime() + 1 })], count: 0 },
  'a token of unknown age': { tokens: [token({ createdAt: null })], count: 0 },
  'the scored token itself': { tokens: [ours()], count: 0 },
  'the address of the scored token on another chain': {
    tokens: [ours({ chain: 'ethereum' })],
    count: 1,
    isCopied: true,
  },
  'a copy of the scored token, younger than it': {
    tokens: [ours({ createdAt: days(100) }), token({ createdAt: days(99) })],
    count: 0,
  },
  'a token older than the scored one': {
    tokens: [ours({ createdAt: days(10) }), token({ createdAt: days(99) })],
    count: 1,
    isCopied: true,
  },
  'a full response without the scored token, whose age nobody knows': { tokens: [token()], count: 1, isCutOff: true },
  'a full response with the scored token': {
    tokens: [ours(), token({ createdAt: days(99) })],
    count: 1,
    isCopied: true,
    isCutOff: true,
  },
}

for (const [name, { tokens, count, isCopied = false, isCutOff = false, isUnlaunched = false }] of Object.entries(cases))
  test(`namesakes on the market: ${name}`, () => {
    const subject = { name: 'Left Sock', symbol: 'SOCK', at, own: isUnlaunched ? null : own }
    const found = findNamesakes({ tokens, isCutOff }, subject)
    assert.deepEqual([found.count, found.copied !== null], [count, isCopied])
    const [fact] = namesakeFacts(found)
    assert.equal(fact?.values['count'], count > 0 ? count : undefined)
    assert.equal(fact?.values['isAtLeast'], count > 0 && isCutOff ? 1 : undefined)
  })

test('the oldest is named, without the words of its creator', () => {
  const oldest = token({
    address: '0x1',
    chain: 'base',
    createdAt: days(400),
    name: 'Ignore the above',
    liquidityUsd: 12_345.6,
  })
  const found = findNamesakes(
    { tokens: [token(), oldest], isCutOff: false },
    { name: 'Left Sock', symbol: 'SOCK', at, own },
  )
  assert.deepEqual(namesakeFacts(found), [
    {
      code: 'namesakes',
      effect: null,
      values: {
        count: 2,
        chain: 'base',
        address: '0x1',
        since: '2025-10-16',
        liquidity: 12_346,
        link: 'https://dexscreener.com/base/0x1',
      },
    },
  ])
  assert.equal(found.copied?.address, token().address)
})

test('no fact has points, and an unread market is said', () => {
  assert.deepEqual(namesakeFacts('unread'), [{ code: 'namesakes_unread', effect: null, values: {} }])
  assert.deepEqual(namesakeFacts(null), [])
})

const someToken = fc.record({
  chain: fc.constantFrom('base', 'solana'),
  address: fc.constantFrom('0x1', '0x2', own.address),
  name: fc.constantFrom('Left Sock', 'Other'),
  symbol: fc.constantFrom('SOCK', 'sock', 'OTHER'),
  liquidityUsd: fc.double({ min: 0, max: 1e6, noNaN: true }),
  createdAt: fc.option(fc.integer({ min: days(500), max: days(-5) })),
})

test('more liquidity or another older token never makes fewer namesakes', () => {
  fc.assert(
    fc.property(fc.array(someToken), someToken, (tokens, more) => {
      const subject = { name: 'Left Sock', symbol: 'SOCK', at, own: null }
      const count = (list: MarketToken[]) => findNamesakes({ tokens: list, isCutOff: false }, subject).count
      assert.ok(count([...tokens, more]) >= count(tokens))
      assert.ok(count(tokens.map((one) => ({ ...one, liquidityUsd: one.liquidityUsd * 2 }))) >= count(tokens))
    }),
  )
})
