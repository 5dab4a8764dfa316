import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frozenClock, frozenNow, riskSource, tokenAnswer, unlisted } from '../../test/fixtures/providers.ts'
import type { ChainSources } from '../deps.ts'
import type { CreatorData, WalletHistory } from '../providers/creator-data/creator-data.ts'
import type { AddressAnswer, TokenFacts, TokenRisk } from '../providers/token-risk.ts'
import { makeDeps, oneChain } from '../../test/world/deps.ts'
import { gatherFacts as gather } from './gather-facts.ts'

const never = new AbortController().signal
type Rest = [asked: Parameters<typeof gather>[1], signal: AbortSignal]
const gatherFacts = (given: Partial<ChainSources>, ...rest: Rest) =>
  gather(makeDeps({ ...oneChain(given), clock: frozenClock }), ...rest)
const ada = '0xa11ce00000000000000000000000000000000001'
const [older, newest, other] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

const now = frozenNow.getTime() / 1000
const day = 86_400
const history: WalletHistory = {
  oldestAt: now - 100 * day,
  sentCount: 5,
  deployed: [
    { address: other, at: now - day, isToken: false },
    { address: newest, at: now - 7 * day, isToken: true },
    { address: older, at: now - 7 * day - 1, isToken: true },
  ],
  isComplete: true,
}

const cleanBy = (creator: string) => ({ isHoneypot: false, creatorHoneypots: 0, creator })

type Tokens = Record<string, Partial<TokenFacts>>

/** Providers that know what they are given and note what they were asked. */
function providers(known: { history?: WalletHistory; address?: AddressAnswer; tokens?: Tokens }) {
  const calls: string[] = []
  const creatorData: CreatorData = {
    history: async () => {
      calls.push('C1')
      return { ...(known.history ?? history), fetchedAt: frozenNow.toISOString() }
    },
  }
  const tokenRisk: TokenRisk = {
    source: riskSource,
    terms: '',
    legacy: null,
    address: async () => {
      calls.push('G1')
      return known.address ?? unlisted
    },
    token: async (address) => {
      calls.push(address)
      return tokenAnswer(known.tokens?.[address])
    },
    servesChain: async () => null,
  }
  return { creatorData, tokenRisk, calls }
}

const submission = (contractAddress: string | null = null) => ({
  name: 'Left Sock',
  symbol: 'SOCK',
  creatorAddress: ada,
  contractAddress,
})

test('a fresh wallet without a token takes two calls', async () => {
  const nothing = { oldestAt: null, sentCount: 0, deployed: [], isComplete: true }
  const deps = providers({ history: nothing })
  const { lists, token } = await gatherFacts(deps, submission(), never)
  assert.deepEqual(deps.calls, ['C1', 'G1'])
  assert.deepEqual([lists?.evidence, lists?.evidenceState, token], [null, null, null])
})

test('without a contract the creator’s newest token is the evidence', async () => {
  const deps = providers({ tokens: { [newest]: cleanBy(ada) } })
  const { lists, token } = await gatherFacts(deps, submission(), never)
  assert.deepEqual(deps.calls, ['C1', 'G1', newest])
  assert.deepEqual(lists?.evidence, { from: 'newest prior token', address: newest })
  assert.deepEqual([lists?.evidenceClean, token], [true, null])
})

test('the creator’s own contract is the evidence, and no other token is looked up', async () => {
  const deps = providers({ tokens: { [other]: cleanBy(ada) } })
  const { lists } = await gatherFacts(deps, submission(other), never)
  assert.deepEqual(deps.calls.toSorted(), ['C1', 'G1', other].toSorted())
  assert.deepEqual(lists?.evidence, { from: 'scored token', address: other })
})

const unproven = [
  { what: 'the provider has no record of', tokens: {} },
  { what: 'the provider gives to another creator', tokens: { [other]: cleanBy(newest) } },
  { what: 'the provider names no creator of', tokens: { [other]: { isHoneypot: false } } },
]
for (const { what, tokens } of unproven) {
  test(`a contract that ${what}: the newest prior token is looked up`, async () => {
    const deps = providers({ tokens: { ...tokens, [newest]: cleanBy(ada) } })
    const { lists, token } = await gatherFacts(deps, submission(other), never)
    assert.deepEqual(
      deps.calls.filter((call) => call.startsWith('0x')),
      [other, newest],
    )
    assert.equal(lists?.evidence?.from, 'newest prior token')
    assert.equal(token?.address, other)
  })
}

test('a contract without a record is looked up only once', async () => {
  const deps = providers({})
  await gatherFacts(deps, submission(newest), never)
  assert.deepEqual(
    deps.calls.filter((call) => call.startsWith('0x')),
    [newest, older],
  )
})

test('launches of the last seven days count to the second', async () => {
  const { wallet } = await gatherFacts(providers({}), submission(), never)
  assert.deepEqual([wallet?.tokensLaunched, wallet?.launchesLast7Days, wallet?.contractsDeployed], [2, 1, 3])
})

test('age is whole days, and never below zero', async () => {
  const ages = [now, now - day + 1, now - day, now + 60].map(async (oldestAt) => {
    const { wallet } = await gatherFacts(providers({ history: { ...history, oldestAt } }), submission(), never)
    return wallet?.walletAgeDays
  })
  assert.deepEqual(await Promise.all(ages), [0, 0, 1, 0])
})

test('honeypots: the larger of the token’s own state and the provider’s count', async () => {
  const cases: [facts: Partial<TokenFacts>, honeypots: number | null, isClean: boolean][] = [
    [{ isHoneypot: false, creatorHoneypots: 0, creator: ada }, 0, true],
    [{ isHoneypot: true, creatorHoneypots: 0, creator: ada }, 1, false],
    [{ isHoneypot: true, creatorHoneypots: 3, creator: ada }, 3, false],
    [{ isHoneypot: false, creatorHoneypots: 3, creator: newest }, 0, true],
    [{ creatorHoneypots: 0, creator: ada }, 0, false],
    [{}, null, false],
  ]
  for (const [facts, honeypots, isClean] of cases) {
    const { lists } = await gatherFacts(providers({ tokens: { [newest]: facts } }), submission(), never)
    assert.deepEqual([lists?.priorHoneypots, lists?.evidenceClean], [honeypots, isClean], JSON.stringify(facts))
  }
})

test('rugs: the larger of two overlapping counts, unknown only if both are', async () => {
  const cases: [malicious: number | null, isHoneypot: boolean | null, expected: number | null][] = [
    [3, true, 3],
    [0, true, 1],
    [null, true, 1],
    [2, null, 2],
    [null, null, null],
  ]
  for (const [maliciousContracts, isHoneypot, expected] of cases) {
    const address = { ...unlisted, maliciousContracts }
    const tokens = { [newest]: { isHoneypot } }
    const { lists } = await gatherFacts(providers({ address, tokens }), submission(), never)
    assert.equal(lists?.ruggedTokens, expected)
  }
})

test('providers that are not configured are not called', async () => {
  const deps = providers({})
  const alone = await gatherFacts({ ...deps, tokenRisk: null }, submission(other), never)
  assert.deepEqual([deps.calls, alone.lists, alone.token], [['C1'], null, null])
  const without = await gatherFacts({ ...providers({}), creatorData: null }, submission(), never)
  assert.deepEqual([without.wallet, without.lists?.evidence], [null, null])
  const neither = await gatherFacts({}, submission(), never)
  assert.deepEqual([neither.wallet, neither.lists, neither.token], [null, null, null])
})

test('a failing provider rejects the whole', async () => {
  const down = new Error('down')
  const deps = providers({})
  const fails = () => Promise.reject(down)
  await assert.rejects(gatherFacts({ ...deps, creatorData: { history: fails } }, submission(), never), down)
  const { tokenRisk } = deps
  await assert.rejects(gatherFacts({ ...deps, tokenRisk: { ...tokenRisk, address: fails } }, submission(), never), down)
  await assert.rejects(gatherFacts({ ...deps, tokenRisk: { ...tokenRisk, token: fails } }, submission(), never), down)
})

test('facts survive JSON', async () => {
  const facts = await gatherFacts(providers({ tokens: { [newest]: cleanBy(ada) } }), submission(), never)
  assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts)
})
