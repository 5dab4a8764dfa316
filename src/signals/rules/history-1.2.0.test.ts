import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cleanLists as lists, riskSource, seenWallet as wallet } from '../../../test/fixtures/providers.ts'
import type { CreatorHistory } from '../../../contract/schemas/ranking.ts'
import { writeFact } from '../write-reason.ts'
import { type CreatorInputs, scoreCreator } from './creator-1.2.0.ts'

/** An old, busy wallet that has signed and that nothing is recorded against: 80 points without launches. */
const inputs: CreatorInputs = {
  at: '2026-11-29T00:00:00.000Z',
  wallet,
  source: riskSource,
  lists,
  otherDeployer: null,
  isSigned: true,
  history: null,
}

interface Launch {
  /** Its age when it was looked at. */
  days: number
  isAlive: boolean | null
}

const coverage = [{ chainId: 8453, from: '2026-08-31T00:00:00.000Z', to: '2026-11-29T00:00:00.000Z' }]

function toHistory(launches: Launch[], over: Partial<CreatorHistory> = {}): CreatorHistory {
  const count = (isCounted: (launch: Launch) => boolean) => launches.filter(isCounted).length
  const within = (limit: number) => count(({ days }) => days < limit)
  const known = count(({ isAlive }) => isAlive !== null)
  const alive = count(({ isAlive }) => isAlive === true)
  return {
    launched: { all: launches.length, last30Days: within(30), last7Days: within(7) },
    known,
    alive,
    knownFrom7Days: count(({ days, isAlive }) => days >= 7 && isAlive !== null),
    aliveFrom7Days: count(({ days, isAlive }) => days >= 7 && isAlive === true),
    aliveFrom30Days: count(({ days, isAlive }) => days >= 30 && isAlive === true),
    launchpads: [{ chainId: 8453, launchpad: 'clanker-v4', name: 'Clanker', launched: launches.length, known, alive }],
    coverage,
    isRelayer: false,
    notAsked: [],
    ...over,
  }
}

const times = (count: number, days: number, isAlive: boolean | null): Launch[] =>
  Array.from({ length: count }, () => ({ days, isAlive }))
const dead = (count: number, days = 20) => times(count, days, false)
const alive = (count: number, days = 20) => times(count, days, true)
const unknown = (count: number, days = 20) => times(count, days, null)

const score = (launches: Launch[], over: Partial<CreatorInputs> = {}): number =>
  scoreCreator({ ...inputs, history: toHistory(launches), ...over })?.score ?? NaN

const clean = { lists: { ...lists, evidenceClean: true } }
const unsigned = { isSigned: false }
const young = { wallet: { ...wallet, walletAgeDays: 0, transactionCount: 3 } }
const accused = { lists: { ...lists, honeypotRelated: true } }

/** 80 are 30 of age, 20 of activity, 10 of launches and 20 of the record. */
const vectors: [name: string, launches: Launch[], score: number, over?: Partial<CreatorInputs>][] = [
  ['no launches', [], 80],
  ['one dead', dead(1), 80],
  ['two dead', dead(2), 80],
  ['three dead', dead(3), 35],
  ['three dead of 7 days', dead(3, 7), 35],
  ['three dead of almost 7 days: 3 in a week', dead(3, 6.9), 70],
  ['two dead of 7 days and one younger', [...dead(2, 7), ...dead(1, 6)], 80],
  ['three dead of 30 days', dead(3, 30), 35],
  ['nine dead', dead(9), 35],
  ['ten dead', dead(10), 15],
  ['ten dead, of them one young', [...dead(9), ...dead(1, 2)], 35],
  ['200 dead', dead(200), 15],
  ['three unknown', unknown(3), 80],
  ['ten unknown', unknown(10), 74],
  ['200 unknown', unknown(200), 74],
  ['two dead, eight unknown', [...dead(2), ...unknown(8)], 74],
  ['three dead, eight unknown', [...dead(3), ...unknown(8)], 35],
  ['ten dead, eight unknown', [...dead(10), ...unknown(8)], 15],
  ['one alive', alive(1), 80],
  ['one alive of 30 days', alive(1, 30), 90],
  ['one alive of 29 days', alive(1, 29), 80],
  ['two alive of 30 days', alive(2, 30), 100],
  ['three alive of 30 days: 20 at most', alive(3, 30), 100],
  ['ten alive', alive(10), 80],
  ['200 alive of 90 days', alive(200, 90), 100],
  ['three dead, one alive of 20 days', [...dead(3), ...alive(1)], 80],
  ['three dead, one alive of 7 days', [...dead(3), ...alive(1, 7)], 80],
  ['three dead, one alive of 6 days lifts nothing', [...dead(3), ...alive(1, 6)], 35],
  ['three dead, one alive of 40 days', [...dead(3), ...alive(1, 40)], 90],
  ['nine dead, one alive of 40 days', [...dead(9), ...alive(1, 40)], 90],
  ['ten dead, one alive of 40 days', [...dead(10), ...alive(1, 40)], 84],
  ['ten dead, two alive of 40 days', [...dead(10), ...alive(2, 40)], 94],
  ['50 dead, one alive of 8 days', [...dead(50), ...alive(1, 8)], 74],
  ['two in a week', unknown(2, 1), 80],
  ['three in a week', unknown(3, 1), 70],
  ['five in a week', unknown(5, 1), 70],
  ['six in a week', unknown(6, 1), 40],
  ['six alive in a week', alive(6, 1), 40],
  ['six in a week after two that live', [...unknown(6, 1), ...alive(2, 40)], 40],
  ['six in a week after three dead', [...unknown(6, 1), ...dead(3)], 35],
  ['six in a week after ten dead', [...unknown(6, 1), ...dead(10)], 15],
  ['100 in a week', unknown(100, 1), 40],
  ['a clean token, no launches', [], 90, clean],
  ['a clean token, one unknown', unknown(1), 100, clean],
  ['a clean token, three unknown', unknown(3), 100, clean],
  ['a clean token, four unknown', unknown(4), 90, clean],
  ['a clean token, one dead', dead(1), 90, clean],
  ['a clean token, one alive', alive(1), 100, clean],
  ['a clean token, four alive', alive(4), 100, clean],
  ['a clean token, one alive and one dead', [...alive(1), ...dead(1)], 90, clean],
  ['a clean token, three dead', dead(3), 35, clean],
  ['unsigned, no launches', [], 50, unsigned],
  ['unsigned, two alive', alive(2, 40), 50, unsigned],
  ['unsigned, three dead', dead(3), 35, unsigned],
  ['unsigned, ten dead', dead(10), 15, unsigned],
  ['unsigned, six in a week', unknown(6, 1), 40, unsigned],
  ['a new wallet, no launches', [], 24, young],
  ['a new wallet, two alive', alive(2, 40), 44, young],
  ['a new wallet, three dead', dead(3), 24, young],
  ['a new wallet, ten dead', dead(10), 15, young],
  ['a new wallet, three in a week', unknown(3, 1), 14, young],
  ['accused, no launches', [], 10, accused],
  ['accused, two alive', alive(2, 40), 10, accused],
  ['accused, ten dead', dead(10), 10, accused],
  ['no lists, three dead', dead(3), 35, { source: null, lists: null }],
  ['no lists, one alive', alive(1, 40), 60, { source: null, lists: null }],
]

test('there are at least 60 vectors', () => {
  assert.ok(vectors.length >= 60)
  assert.equal(new Set(vectors.map(([name]) => name)).size, vectors.length)
})

for (const [name, launches, expected, over] of vectors)
  test(`history: ${name}: ${expected}`, () => {
    assert.equal(score(launches, over), expected)
  })

const facts = (history: CreatorHistory | null) => scoreCreator({ ...inputs, history })?.facts ?? []
const codes = (history: CreatorHistory | null) => facts(history).map(({ code }) => code)
const sentenceOf = (history: CreatorHistory | null, code: string) =>
  facts(history)
    .filter((fact) => fact.code === code)
    .map(writeFact)
    .join('')

test('a relayer’s launches count for nobody, and this is said', () => {
  const history = toHistory(dead(201), { isRelayer: true })
  assert.equal(scoreCreator({ ...inputs, history })?.score, 40)
  assert.match(sentenceOf(history, 'relayer'), /^It has launched 201 tokens for others/)
})

test('the reason has counts and dates', () => {
  const history = toHistory([...dead(11), ...unknown(1)])
  assert.equal(sentenceOf(history, 'launches'), 'It has launched 12 tokens, 0 in the last 7 days.')
  assert.equal(sentenceOf(history, 'launches_through'), 'Of its launches, 12 are of the last 30 days (Clanker: 12).')
  assert.equal(
    sentenceOf(history, 'launches_none_alive'),
    'None of its 11 known launches of at least 7 days is alive (2026-11-29): at most 15.',
  )
  assert.equal(sentenceOf(history, 'launches_not_looked_at'), 'What became of 1 of its launches is not known.')
  assert.match(sentenceOf(history, 'launchpads_read'), /^Launches .* were read on Base \(2026-08-31 to 2026-11-29\);/)
})

test('what was not looked at is said', () => {
  const history = toHistory(unknown(2), { notAsked: ['launches:56', 'market:8453'] })
  assert.equal(sentenceOf(history, 'history_gaps'), 'Not looked at: launchpads on BNB Chain, markets on Base.')
  assert.ok(codes(null).includes('launches_unseen'))
  assert.ok(codes(toHistory([], { coverage: [] })).includes('launches_unseen'))
  assert.ok(!codes(history).includes('launches_unseen'))
})

const anyDays = fc.double({ min: 0, max: 400, noNaN: true })
const anyLaunches = fc.array(fc.record({ days: anyDays, isAlive: fc.constantFrom(true, false, null) }), {
  maxLength: 40,
})
const anyInputs = fc.record({
  isSigned: fc.boolean(),
  wallet: fc.record({
    walletAgeDays: fc.option(fc.nat(2000)),
    hasHistory: fc.boolean(),
    transactionCount: fc.option(fc.nat(1000)),
    contractsDeployed: fc.nat(30),
    tokensLaunched: fc.nat(30),
    launchesLast7Days: fc.nat(9),
    launchCountComplete: fc.boolean(),
    newestToken: fc.constant(null),
  }),
  lists: fc.option(
    fc.record({
      ...Object.fromEntries(Object.entries(lists).map(([name, value]) => [name, fc.constant(value)])),
      honeypotRelated: fc.option(fc.boolean()),
      evidenceClean: fc.boolean(),
      listsAsked: fc.boolean(),
    }) as fc.Arbitrary<NonNullable<CreatorInputs['lists']>>,
  ),
  otherDeployer: fc.option(fc.constant(`0x${'d'.repeat(40)}`)),
})

const check = (holds: (given: Partial<CreatorInputs>, launches: Launch[], days: number) => void) =>
  fc.assert(fc.property(anyInputs, anyLaunches, anyDays, holds), { numRuns: 3000 })

test('one more dead launch never raises the score', () => {
  check((given, launches, days) =>
    assert.ok(score([...launches, { days, isAlive: false }], given) <= score(launches, given)),
  )
})

test('one more living launch never lowers the score, unless it is one of many in a week', () => {
  check((given, launches, days) =>
    assert.ok(score([...launches, { days: days + 7, isAlive: true }], given) >= score(launches, given)),
  )
})

test('a launch that turns out to be alive never lowers the score, and one that turns out to be dead never raises it', () => {
  check((given, launches, days) => {
    const as = (isAlive: boolean | null) => score([...launches, { days, isAlive }], given)
    assert.ok(as(true) >= as(null) && as(null) >= as(false))
  })
})

test('the effects add up to the score, under the caps', () => {
  check((given, launches) => {
    const scored = scoreCreator({ ...inputs, history: toHistory(launches), ...given })
    const found = scored?.facts ?? []
    const sum = found.reduce((total, { effect }) => total + (effect ?? 0), 0)
    const caps = found.map(({ values }) => Number(values['cap'] ?? 100))
    assert.equal(scored?.score, Math.min(sum, 100, ...caps))
    assert.equal(new Set(found.map(({ code }) => code)).size, found.length)
  })
})
