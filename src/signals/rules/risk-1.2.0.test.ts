import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { tokenBody } from '../../../dev/stand-ins/goplus-bodies.ts'
import { reportedCase, riskSource, tokenAnswer } from '../../../test/fixtures/providers.ts'
import { TokenFacts } from '../../providers/token-risk.ts'
import { goplusLegacy, readFields, readToken } from '../../providers/token-risk/token-risk-goplus.ts'
import { toLegacyFacts } from '../facts.ts'
import { type Facts, findOtherNames } from '../gather-facts.ts'
import { getRuleId, newestPrompt } from '../judge/prompts.ts'
import { findRuleSet } from '../judge/rule-sets.ts'
import { riskRuleSets } from '../risk.ts'
import { scoreRisk as formerly } from './risk-1.0.0.ts'
import { riskStart } from './risk-1.2.0.ts'

const rules = findRuleSet(riskRuleSets, getRuleId(newestPrompt().rules, 'risk'))
const scoreRisk = (given: Facts) => rules.score(given, null)

const creator = `0x${'a'.repeat(40)}`
const address = `0x${'c'.repeat(40)}`
const lists: NonNullable<Facts['lists']> = {
  honeypotRelated: false,
  maliciousContracts: 0,
  priorHoneypots: 0,
  ruggedTokens: 0,
  listsAsked: true,
  flags: [],
  listedBy: [],
  evidence: { from: 'scored token', address },
  evidenceState: 'known',
  evidenceClean: true,
  isPartial: false,
}

const submission = { name: 'Left Sock', symbol: 'SOCK' }

const clean = readFields(tokenBody({ kind: 'clean', creator }) as Record<string, string>)

function factsOf(change: Partial<TokenFacts>): Facts {
  const token = { address, ...tokenAnswer({ ...clean, ...change }) }
  return {
    at: '2026-11-21T00:00:00.000Z',
    wallet: null,
    source: riskSource,
    lists,
    token,
    otherNames: findOtherNames(submission, token.facts),
  }
}

const cases: [name: string, reported: { name?: string; symbol?: string }, score: number][] = [
  ['no reported name', {}, 100],
  ['the same name and ticker', { name: 'Left Sock', symbol: 'SOCK' }, 100],
  ['the same, written differently', { name: 'LEFT-SOCK', symbol: '$sock' }, 100],
  ['the name alone, which is the same', { name: 'Left Sock' }, 100],
  ['another name and ticker', { name: 'Moon Rocket', symbol: 'MOON' }, 55],
  ['another name', { name: 'Moon Rocket', symbol: 'SOCK' }, 55],
  ['another ticker', { name: 'Left Sock', symbol: 'MOON' }, 55],
  ['another ticker alone', { symbol: 'MOON' }, 55],
]

for (const [name, reported, score] of cases)
  test(`${name}: ${score}`, () => {
    const facts = factsOf(reported)
    const { reading, evidence } = scoreRisk(facts)
    assert.equal(reading.score, score)
    assert.equal(reading.reason.includes('another name or ticker'), score === 55)
    const { facts: kept } = evidence as { facts: Facts }
    assert.deepEqual(rules.replay(kept), { reading, evidence })
  })

test('a deployer without a contract scores as before, and the effects add up', () => {
  for (const evidenceClean of [true, false]) {
    const facts: Facts = { ...factsOf({}), token: null, lists: { ...lists, evidenceClean } }
    const { score, facts: found = [] } = scoreRisk(facts).reading
    assert.equal(score, formerly(toLegacyFacts(facts, goplusLegacy)).reading.score)
    assert.equal(
      score,
      found.reduce((total, { effect }) => total + (effect ?? 0), riskStart),
    )
  }
})

test('without another name the token scores as before', () => {
  const facts = factsOf({})
  const [now, before] = [scoreRisk(facts).reading, formerly(toLegacyFacts(facts, goplusLegacy)).reading]
  assert.deepEqual([now.score, now.attribution], [before.score, before.attribution])
})

const anyFact = {
  flag: fc.constantFrom(true, false, null),
  share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  count: fc.constantFrom(0, 1, 7, null),
  address: fc.constantFrom(creator, `0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`, null),
}

function toArbitrary(name: keyof TokenFacts): fc.Arbitrary<boolean | number | string | null> {
  if (name === 'buyTax' || name === 'sellTax') return anyFact.share.map((share) => share ?? 0)
  if (name === 'owner' || name === 'creator') return anyFact.address
  if (name === 'name' || name === 'symbol') return fc.constant(null)
  if (name === 'creatorHoneypots') return anyFact.count
  return name.endsWith('Tax') || name.endsWith('Share') ? anyFact.share : anyFact.flag
}

const names = Object.keys(TokenFacts.properties) as (keyof TokenFacts)[]
const anyToken = fc.record(
  Object.fromEntries(names.map((name) => [name, toArbitrary(name)])),
) as fc.Arbitrary<TokenFacts>

test('a token with known taxes scores as under launch-score@1.1.0, whatever else is known of it', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      const facts = factsOf(token)
      const before = formerly(toLegacyFacts(facts, goplusLegacy)).reading
      const { score, facts: found = [] } = scoreRisk(facts).reading
      assert.equal(score, before.score)
      const sum = found.reduce((total, { effect }) => total + (effect ?? 0), riskStart)
      const caps = found.map(({ values }) => Number(values['cap'] ?? 100))
      assert.equal(score, Math.min(Math.max(0, sum), ...caps))
      assert.equal(new Set(found.map(({ code }) => code)).size, found.length)
    }),
  )
})

test('a lower cap stays the lowest', () => {
  assert.equal(scoreRisk(factsOf({ name: 'Moon Rocket', isHoneypot: true })).reading.score, 0)
})

test('taxes that are not known are named, and keep a contract from a full score', () => {
  const body = reportedCase('05-goplus-unknown-taxes')['body'] as { result: Record<string, object> }
  const [reportedAddress = ''] = Object.keys(body.result)
  const known = readToken({ result: body.result, isPartial: false }, reportedAddress)?.facts ?? {}
  const facts = { ...factsOf(known), otherNames: null }
  const scored = scoreRisk(facts)
  assert.equal(scored.reading.score, 97)
  assert.match(scored.reading.reason, /Not known: the tax on buying, the tax on selling\./)
  assert.doesNotMatch(scored.reading.reason, /found no issues/)
  assert.equal(formerly(toLegacyFacts(facts, goplusLegacy)).reading.score, 100)
  const unknown = scored.reading.facts?.filter(({ code }) => code.startsWith('unknown'))
  assert.deepEqual(unknown, [{ code: 'unknown_tax', effect: -3, values: { taxes: ['buy_tax', 'sell_tax'] } }])
})

for (const [taxes, words] of [
  [{ buyTax: null, sellTax: 0 }, 'Not known: the tax on buying.'],
  [{ buyTax: 0, sellTax: null }, 'Not known: the tax on selling.'],
  [{ buyTax: 0, sellTax: 0 }, null],
] as const)
  test(`of the taxes ${JSON.stringify(taxes)} the reason says ${words ?? 'nothing'}`, () => {
    const { reading } = scoreRisk(factsOf(taxes))
    assert.equal(reading.score, words === null ? 100 : 97)
    if (words !== null) assert.ok(reading.reason.includes(words))
  })

test('before the contract exists, a provider without lists says so', () => {
  const nothing = { honeypotRelated: null, maliciousContracts: null, ruggedTokens: null, priorHoneypots: null }
  const record = { ...lists, ...nothing, listsAsked: false, evidence: null, evidenceState: null, evidenceClean: false }
  const facts = { ...factsOf({}), token: null, lists: record, source: { name: 'Another', credit: null } }
  const { score, reason } = scoreRisk(facts).reading
  assert.equal(score, 55)
  assert.equal(
    reason,
    'There is no contract to examine yet. Address lists were not checked: Another has none. [risk-rules@1.2.0]',
  )
})

test('sentences and credit name the provider that answered', () => {
  const facts = { ...factsOf({ creatorHoneypots: 2 }), source: { name: 'Another', credit: null } }
  const { reason, attribution } = scoreRisk({ ...facts, lists: { ...lists, evidence: null } }).reading
  assert.match(reason, /Another counts 2 honeypots by its creator\. Another does not name this wallet/)
  assert.doesNotMatch(reason, /GoPlus/)
  assert.equal(attribution, undefined)
})
