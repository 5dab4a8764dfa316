import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cleanLists, riskSource, seenWallet } from '../../../test/fixtures/providers.ts'
import { goplusLegacy } from '../../providers/token-risk/token-risk-goplus.ts'
import { toLegacyFacts } from '../facts.ts'
import type { AddressFlag } from '../../providers/token-risk.ts'
import type { CreatorFacts } from '../gather-facts.ts'
import { scoreCreator as formerly } from './creator-1.1.0.ts'
import { findRuleSet } from '../judge/rule-sets.ts'
import { creatorRuleSets } from '../creator.ts'
import { getRuleId, newestPrompt } from '../judge/prompts.ts'
import { creatorStart } from './creator-1.2.0.ts'

const rules = findRuleSet(creatorRuleSets, getRuleId(newestPrompt().rules, 'creator'))
const scoreCreator = (given: CreatorFacts) => rules.score(given, null)

const otherDeployer = `0x${'d'.repeat(40)}`
const sentence = 'nobody has signed with this wallet'

/** An old, busy wallet that nothing is recorded against: 80 points. */
const facts: CreatorFacts = {
  at: '2026-11-21T00:00:00.000Z',
  wallet: seenWallet,
  source: riskSource,
  lists: cleanLists,
  token: null,
  otherNames: null,
  otherDeployer: null,
  isSigned: false,
}

const cases: [name: string, over: Partial<CreatorFacts>, score: number, cap: number][] = [
  ['unsigned', {}, 50, 50],
  ['unsigned, another deployer', { otherDeployer }, 50, 50],
  ['unsigned, no token-risk provider', { source: null, lists: null }, 50, 50],
  ['signed', { isSigned: true }, 80, 100],
  ['signed, another deployer', { otherDeployer, isSigned: true }, 80, 100],
]

for (const [name, over, score, cap] of cases)
  test(`${name}: ${score}`, () => {
    const { reading } = scoreCreator({ ...facts, ...over })
    assert.equal(reading.score, score)
    const caps = (reading.facts ?? []).map(({ values }) => Number(values['cap'] ?? 100))
    assert.equal(Math.min(100, ...caps), cap)
    assert.equal(reading.reason.includes(sentence), cap === 50)
    assert.equal(reading.reason.includes('Another wallet'), cap === 50 && over.otherDeployer !== undefined)
  })

test('a lower cap stays the lowest', () => {
  const lists = facts.lists && { ...facts.lists, honeypotRelated: true }
  assert.equal(scoreCreator({ ...facts, lists }).reading.score, 10)
})

test('a provider without lists leaves the wallet alone, unless its last token is a honeypot', () => {
  const without = {
    honeypotRelated: null,
    maliciousContracts: null,
    ruggedTokens: null,
    listsAsked: false,
    evidence: { from: 'newest prior token', address: `0x${'3'.repeat(40)}` },
    evidenceState: 'known',
    evidenceClean: true,
    priorHoneypots: 0,
  } as const
  const given = { ...facts, isSigned: true, source: { name: 'Another', credit: null } }
  const lists = facts.lists && { ...facts.lists, ...without }
  const { reading } = scoreCreator({ ...given, lists })
  const notAsked = reading.facts?.find(({ code }) => code === 'no_lists')
  assert.deepEqual([reading.score, notAsked?.values['cap'], reading.attribution], [60, 60, undefined])
  assert.match(
    reading.reason,
    /Address lists were not checked: Another has none\. Another found no honeypot in the wallet’s newest/,
  )
  assert.doesNotMatch(reading.reason, /no entry|GoPlus/)
  const trapped = lists && { ...lists, priorHoneypots: 1, ruggedTokens: 1, evidenceClean: false }
  assert.equal(scoreCreator({ ...given, lists: trapped }).reading.score, 10)
})

test('a signed wallet scores as before', () => {
  const signed = { ...facts, isSigned: true }
  const before = formerly({ ...signed, ...toLegacyFacts(signed, goplusLegacy) }).reading
  const { score, attribution } = scoreCreator(signed).reading
  assert.deepEqual([score, attribution], [before.score, before.attribution])
})

test('a wallet that nobody was asked about is a stub', () => {
  assert.equal(scoreCreator({ ...facts, wallet: null }).reading.stub, true)
})

test('no past of an unsigned wallet gives more than 50', () => {
  const count = fc.nat(10_000)
  fc.assert(
    fc.property(count, count, count, fc.boolean(), (age, sent, launched, asked) => {
      const wallet = { ...seenWallet, walletAgeDays: age, transactionCount: sent, tokensLaunched: launched }
      const given = { ...facts, wallet, ...(!asked && { source: null, lists: null }) }
      const unsigned = scoreCreator(given).reading.score
      const signed = scoreCreator({ ...given, isSigned: true }).reading.score
      assert.equal(unsigned, Math.min(50, signed))
    }),
  )
})

test('the effects add up to the score, under the caps', () => {
  const anyWallet = fc.record({
    walletAgeDays: fc.option(fc.nat(5000)),
    hasHistory: fc.boolean(),
    transactionCount: fc.option(fc.nat(10_000)),
    contractsDeployed: fc.nat(20),
    tokensLaunched: fc.nat(20),
    launchesLast7Days: fc.nat(5),
    launchCountComplete: fc.boolean(),
    newestToken: fc.constant(null),
  })
  const anyLists = fc.record({
    honeypotRelated: fc.option(fc.boolean()),
    maliciousContracts: fc.option(fc.nat(3)),
    priorHoneypots: fc.option(fc.nat(3)),
    ruggedTokens: fc.option(fc.nat(3)),
    listsAsked: fc.constant(true),
    flags: fc.subarray<AddressFlag>(['sanctions', 'theft', 'fake_token', 'suspicion', 'mixer']),
    listedBy: fc.constantFrom<string[]>([], ['SlowMist']),
    evidence: fc.constant(null),
    evidenceState: fc.constantFrom(null, 'no_record' as const, 'known' as const),
    evidenceClean: fc.boolean(),
    isPartial: fc.boolean(),
  })
  fc.assert(
    fc.property(anyWallet, fc.option(anyLists), fc.boolean(), (wallet, lists, isSigned) => {
      const given = { ...facts, wallet, lists, isSigned }
      const { score, facts: found = [] } = scoreCreator(given).reading
      const sum = found.reduce((total, { effect }) => total + (effect ?? 0), creatorStart)
      const caps = found.map(({ values }) => Number(values['cap'] ?? 100))
      assert.equal(score, Math.min(sum, ...caps))
      const before = formerly({ ...given, ...toLegacyFacts(given, goplusLegacy) }).reading.score
      assert.equal(score, isSigned ? before : Math.min(50, before))
      assert.equal(new Set(found.map(({ code }) => code)).size, found.length)
    }),
    { numRuns: 2000 },
  )
})

test('the inputs are kept, so that the score can be computed again', () => {
  const given = { ...facts, otherDeployer }
  const { evidence } = scoreCreator(given)
  const { facts: kept } = evidence as { facts: CreatorFacts }
  assert.deepEqual(scoreCreator(kept), scoreCreator(given))
})
