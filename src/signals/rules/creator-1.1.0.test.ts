import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreatorFacts } from '../facts.ts'
import { scoreCreator } from './creator-1.1.0.ts'

const otherDeployer = `0x${'d'.repeat(40)}`

/** An old, busy wallet that nothing is recorded against: 80 points. */
const facts: CreatorFacts = {
  at: '2026-11-21T00:00:00.000Z',
  wallet: {
    walletAgeDays: 780,
    hasHistory: true,
    transactionCount: 300,
    contractsDeployed: 0,
    tokensLaunched: 0,
    launchesLast7Days: 0,
    launchCountComplete: true,
    newestToken: null,
  },
  lists: {
    honeypotRelated: false,
    maliciousContracts: 0,
    priorHoneypots: null,
    ruggedTokens: 0,
    addressFlags: [],
    flagSource: '',
    evidence: null,
    evidenceState: null,
    evidenceClean: false,
    isPartial: false,
  },
  token: null,
  otherDeployer: null,
  isSigned: false,
}

const cases: [name: string, over: Partial<CreatorFacts>, score: number, cap: number][] = [
  ['no other deployer', {}, 80, 100],
  ['another deployer', { otherDeployer }, 50, 50],
  ['another deployer, signed', { otherDeployer, isSigned: true }, 80, 100],
  ['another deployer, lists not asked', { otherDeployer, lists: null }, 50, 50],
]

for (const [name, over, score, cap] of cases)
  test(`${name}: ${score}`, () => {
    const { reading, evidence } = scoreCreator({ ...facts, ...over })
    assert.equal(reading.score, score)
    assert.equal((evidence as { cap: number }).cap, cap)
    assert.equal(reading.reason.includes('Another wallet'), cap === 50)
  })

test('a lower cap stays the lowest', () => {
  const lists = facts.lists && { ...facts.lists, honeypotRelated: true }
  assert.equal(scoreCreator({ ...facts, lists, otherDeployer }).reading.score, 10)
})

test('a wallet that nobody was asked about is a stub', () => {
  assert.equal(scoreCreator({ ...facts, wallet: null, otherDeployer }).reading.stub, true)
})

test('the inputs are kept, so that the score can be computed again', () => {
  const given = { ...facts, otherDeployer }
  const { evidence } = scoreCreator(given)
  const { facts: kept } = evidence as { facts: CreatorFacts }
  assert.deepEqual(scoreCreator({ ...kept, token: null }), scoreCreator(given))
})
