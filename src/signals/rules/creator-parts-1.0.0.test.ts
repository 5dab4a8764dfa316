import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { creatorParts } from './creator-parts-1.0.0.ts'
import { scoreCreator } from './creator-1.1.0.ts'
import type { ListFacts } from '../list-facts.ts'
import type { WalletFacts } from '../wallet-facts.ts'

const signed = { otherDeployer: null, isSigned: true }
const at = '2026-11-21T00:00:00.000Z'

const wallet: WalletFacts = {
  walletAgeDays: 780,
  hasHistory: true,
  transactionCount: 7,
  contractsDeployed: 3,
  tokensLaunched: 2,
  launchesLast7Days: 0,
  launchCountComplete: true,
  newestToken: '0x70ce110000000000000000000000000000000102',
}

const lists: ListFacts = {
  honeypotRelated: false,
  maliciousContracts: 0,
  priorHoneypots: 0,
  ruggedTokens: 0,
  addressFlags: [],
  flagSource: '',
  evidence: { from: 'newest prior token', address: '0x70ce110000000000000000000000000000000102' },
  evidenceState: 'known',
  evidenceClean: true,
  isPartial: false,
}
const noEvidence: Partial<ListFacts> = {
  priorHoneypots: null,
  evidence: null,
  evidenceState: null,
  evidenceClean: false,
}

const partsWith = (change: Partial<WalletFacts>, listed: Partial<ListFacts> | null = {}) =>
  creatorParts({ ...wallet, ...change }, listed && { ...lists, ...listed })

const scoreWith = (change: Partial<WalletFacts>, listed: Partial<ListFacts> | null = {}) => {
  const facts = {
    at,
    wallet: { ...wallet, ...change },
    lists: listed && { ...lists, ...listed },
    token: null,
    ...signed,
  }
  const { reading, evidence } = scoreCreator(facts)
  return { ...reading, ...(evidence as { status: string; cap: number; sum: number }) }
}

test('age gives points at its steps', () => {
  const steps = [0, 1, 6, 7, 29, 30, 89, 90, 364, 365, 5000]
  assert.deepEqual(
    steps.map((walletAgeDays) => partsWith({ walletAgeDays }).age),
    [0, 4, 4, 10, 10, 16, 16, 24, 24, 30, 30],
  )
  assert.equal(partsWith({ walletAgeDays: null }).age, 0)
  assert.equal(partsWith({ hasHistory: false, walletAgeDays: 0 }).age, 0)
})

test('activity gives points at its steps', () => {
  const steps = [0, 1, 9, 10, 49, 50, 199, 200, 100_000]
  assert.deepEqual(
    steps.map((transactionCount) => partsWith({ transactionCount }).activity),
    [0, 4, 4, 10, 10, 15, 15, 20, 20],
  )
  assert.equal(partsWith({ transactionCount: null }).activity, 0)
})

test('launches give points by number, pace and evidence', () => {
  const cases: [Partial<WalletFacts>, Partial<ListFacts> | null, number][] = [
    [{ tokensLaunched: 0 }, {}, 10],
    [{ tokensLaunched: 1 }, {}, 20],
    [{ tokensLaunched: 3 }, {}, 20],
    [{ tokensLaunched: 4 }, {}, 10],
    [{ tokensLaunched: 9 }, {}, 10],
    [{ tokensLaunched: 10 }, {}, 4],
    [{ tokensLaunched: 3, launchesLast7Days: 2 }, {}, 20],
    [{ tokensLaunched: 3, launchesLast7Days: 3 }, {}, 0],
    [{ tokensLaunched: 12, launchesLast7Days: 3 }, {}, 0],
    [{ launchCountComplete: false }, {}, 10],
    [{}, { evidenceClean: false }, 10],
    [{}, { addressFlags: ['blacklist_doubt'] }, 10],
    [{}, { addressFlags: ['mixer'] }, 20],
    [{}, null, 10],
  ]
  for (const [change, listed, expected] of cases)
    assert.equal(partsWith(change, listed).launches, expected, JSON.stringify([change, listed]))
})

test('the record gives points by what is found', () => {
  const cases: [Partial<WalletFacts>, Partial<ListFacts> | null, number][] = [
    [{}, {}, 30],
    [{}, noEvidence, 20],
    [{ walletAgeDays: 30 }, noEvidence, 20],
    [{ walletAgeDays: 29 }, noEvidence, 10],
    [{ walletAgeDays: null }, noEvidence, 10],
    [{}, null, 10],
    [{}, { ruggedTokens: 1 }, 0],
    [{}, { honeypotRelated: true }, 0],
    [{}, { addressFlags: ['sanctioned'] }, 0],
    [{}, { addressFlags: ['reinit'] }, 0],
    [{}, { addressFlags: ['blacklist_doubt'] }, 0],
    [{}, { addressFlags: ['mixer'] }, 30],
    [{}, { addressFlags: ['some_flag_of_tomorrow'] }, 30],
  ]
  for (const [change, listed, expected] of cases)
    assert.equal(partsWith(change, listed).record, expected, JSON.stringify([change, listed]))
})

const crimes = [
  'sanctioned',
  'stealing_attack',
  'phishing_activities',
  'cybercrime',
  'money_laundering',
  'financial_crime',
  'darkweb_transactions',
  'blackmail_activities',
  'fake_kyc',
  'malicious_mining_activities',
]
const abuses = ['fake_token', 'fake_standard_interface', 'gas_abuse', 'reinit']

test('the lowest cap holds', () => {
  const cases: [Partial<ListFacts> | null, number][] = [
    [{}, 100],
    [null, 60],
    [{ ruggedTokens: 2 }, 0],
    [{ ruggedTokens: 1 }, 10],
    [{ honeypotRelated: true }, 10],
    ...crimes.map((flag): [Partial<ListFacts>, number] => [{ addressFlags: [flag] }, 5]),
    ...abuses.map((flag): [Partial<ListFacts>, number] => [{ addressFlags: [flag] }, 20]),
    [{ addressFlags: ['blacklist_doubt'] }, 25],
    [{ addressFlags: ['mixer'] }, 30],
    [{ addressFlags: ['mixer', 'sanctioned'], honeypotRelated: true }, 5],
  ]
  for (const [listed, cap] of cases) {
    const scored = scoreWith({}, listed)
    assert.deepEqual([scored.cap, scored.score], [cap, Math.min(cap, scored.sum)], JSON.stringify(listed))
  }
})

test('without a chain-data provider the signal is a stub that names the setting', () => {
  const { reading } = scoreCreator({ at, wallet: null, lists, token: null, ...signed })
  assert.deepEqual([reading.score, reading.stub, reading.confidence], [50, true, null])
  assert.match(reading.reason, /CREATOR_DATA_URL/)
  assert.equal(reading.attribution, undefined)
})

test('the credit stands exactly where the lists were used', () => {
  assert.equal(scoreWith({}).attribution, 'Powered by GoPlus')
  assert.equal('attribution' in scoreWith({}, null), false)
})

test('what is not known makes it partial and is named', () => {
  const cases: [Partial<WalletFacts>, Partial<ListFacts> | null, RegExp][] = [
    [{ walletAgeDays: null }, {}, /age is not known/],
    [{ transactionCount: null }, {}, /How many transactions it has sent is not known/],
    [{ launchCountComplete: false }, {}, /at least 2 tokens/],
    [{ launchCountComplete: false, tokensLaunched: 0 }, {}, /older ones were not read/],
    [{}, null, /The address lists were not asked/],
    [{}, { honeypotRelated: null }, /answered only in part/],
    [{}, { maliciousContracts: null }, /answered only in part/],
    [{}, { isPartial: true }, /answered only in part/],
  ]
  for (const [change, listed, words] of cases) {
    const scored = scoreWith(change, listed)
    assert.equal(scored.status, 'partial')
    assert.match(scored.reason, words)
  }
  assert.equal(scoreWith({}).status, 'ok')
})

test('the reason says the evidence in sentences and the version of the rules', () => {
  assert.equal(
    scoreWith({}).reason,
    'Wallet is 780 days old on this chain. It has sent 7 transactions. ' +
      'It has launched 2 tokens, none of them in the last 7 days. ' +
      'Launches through launchpads, on other chains or by other wallets are not seen. ' +
      'GoPlus has no entry against this wallet (2026-11-21); that is not proof of a clean past. ' +
      'GoPlus finds no honeypot in its newest prior token. [creator-rules@1.1.0]',
  )
  assert.match(
    scoreWith({ hasHistory: false, walletAgeDays: 0, tokensLaunched: 0 }).reason,
    /^Wallet has no transactions/,
  )
  assert.match(
    scoreWith({ walletAgeDays: 1, tokensLaunched: 1 }).reason,
    /1 day old .* launched 1 token, none in the last/,
  )
  const listed = scoreWith({}, { addressFlags: ['sanctioned', 'fake_kyc'], flagSource: 'SlowMist,BlockSec' })
  assert.match(listed.reason, /Listed for sanctions, faked identity checks \(source: SlowMist, BlockSec\)\./)
  assert.doesNotMatch(listed.reason, /no entry/)
})

test('what the wallet’s token shows is said as far as it is known', () => {
  const scored = { from: 'scored token' as const, address: '0x1' }
  const cases: [Partial<ListFacts>, RegExp][] = [
    [{}, /finds no honeypot in its newest prior token\./],
    [{ evidence: scored }, /finds no honeypot in this token\./],
    [{ evidenceClean: false }, /can’t tell whether its newest prior token is a honeypot\./],
    [{ evidenceClean: false, priorHoneypots: null, evidence: scored }, /can’t tell whether this token is a honeypot\./],
    [{ ...noEvidence, evidenceState: 'no_record' }, /GoPlus has no record of a token by this wallet\./],
    [noEvidence, /proof of a clean past\. \[/],
    [{ evidenceClean: false, priorHoneypots: 1, ruggedTokens: 1 }, /Linked to a honeypot or scam token\. \[/],
  ]
  for (const [listed, words] of cases) assert.match(scoreWith({}, listed).reason, words)
})

const anyWallet: fc.Arbitrary<WalletFacts> = fc.record({
  walletAgeDays: fc.option(fc.nat(5000)),
  hasHistory: fc.boolean(),
  transactionCount: fc.option(fc.nat(10_000)),
  contractsDeployed: fc.nat(20),
  tokensLaunched: fc.nat(20),
  launchesLast7Days: fc.nat(5),
  launchCountComplete: fc.boolean(),
  newestToken: fc.constant(null),
})
const anyLists: fc.Arbitrary<ListFacts> = fc.record({
  honeypotRelated: fc.option(fc.boolean()),
  maliciousContracts: fc.option(fc.nat(3)),
  priorHoneypots: fc.option(fc.nat(3)),
  ruggedTokens: fc.option(fc.nat(3)),
  addressFlags: fc.subarray([...crimes, ...abuses, 'blacklist_doubt', 'mixer']),
  flagSource: fc.constantFrom('', 'GoPlus'),
  evidence: fc.constant(null),
  evidenceState: fc.constantFrom(null, 'no_record', 'known'),
  evidenceClean: fc.boolean(),
  isPartial: fc.boolean(),
})

test('any facts give a whole number from 0 to 100 and never an acquittal', () => {
  fc.assert(
    fc.property(anyWallet, fc.option(anyLists), (wallet, lists) => {
      const { reading } = scoreCreator({ at, wallet, lists, token: null, ...signed })
      assert.ok(Number.isInteger(reading.score) && reading.score >= 0 && reading.score <= 100)
      assert.doesNotMatch(reading.reason, /no rugs?\b|never rugged|is safe|undefined|\bnull|NaN\b/)
    }),
    { numRuns: 300 },
  )
})

test('an accusation never raises the score', () => {
  fc.assert(
    fc.property(anyWallet, anyLists, fc.constantFrom(...crimes, ...abuses, 'mixer'), (wallet, lists, flag) => {
      const accused = { ...lists, addressFlags: [...lists.addressFlags, flag] }
      const [before, after] = [lists, accused].map(
        (lists) => scoreCreator({ at, wallet, lists, token: null, ...signed }).reading.score,
      )
      assert.ok((after ?? 0) <= (before ?? 0))
    }),
    { numRuns: 300 },
  )
})
