import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creatorParts } from '../rules/creator-parts-1.0.0.ts'
import { scoreName } from '../rules/name-1.2.0.ts'
import { scoreRisk } from '../rules/risk-1.0.0.ts'
import { scoreSocial } from '../rules/social-1.2.0.ts'
import { coreFields, tokenRights } from '../rules/token-rights-1.0.0.ts'
import { readEffects } from './read-effects.ts'
import { readReason } from './read-reason.ts'

const shown = ({ facts, caveats }: ReturnType<typeof readReason>) => ({
  facts: facts.map(({ code, mark, values }) => [code, mark, ...values]),
  caveats: caveats.map(({ code }) => code),
})

test('a creator’s reason becomes facts and caveats', () => {
  const reason =
    'Wallet is 812 days old on this chain. It has sent 88 transactions. It has launched 2 tokens, 1 of them in the last 7 days. Launches through launchpads, on other chains or by other wallets are not seen. GoPlus has no entry against this wallet (2026-11-21); that is not proof of a clean past. GoPlus finds no honeypot in this token. [creator-rules@1.1.0]'
  assert.deepEqual(shown(readReason('creator', reason)), {
    facts: [
      ['wallet_age', 'neutral', '812'],
      ['transactions', 'neutral', '88'],
      ['launches', 'neutral', '2', '1'],
      ['no_entry', 'good', '2026-11-21'],
      ['clean_token', 'good'],
    ],
    caveats: ['launches_unseen', 'no_proof'],
  })
})

test('the points of a creator’s parts stand beside the facts that gave them', () => {
  const wallet = { walletAgeDays: 812, hasHistory: true, transactionCount: 9, contractsDeployed: 0, tokensLaunched: 0 }
  const parts = creatorParts({ ...wallet, launchesLast7Days: 0, launchCountComplete: true, newestToken: null }, null)
  const effects = readEffects({ creator: { parts: { ...parts }, caps: [{ what: 'mixer', cap: 30 }] }, risk: null })
  const reason = 'Wallet is 812 days old on this chain. It has sent 9 transactions. Listed as a mixer address.'
  const { facts } = readReason('creator', reason, effects.creator)
  assert.deepEqual(
    facts.map(({ code, mark, effect }) => [code, mark, effect]),
    [
      ['wallet_age', 'good', { points: 30, of: 30 }],
      ['transactions', 'caution', { points: 4, of: 20 }],
      ['mixer', 'caution', { cap: 30 }],
    ],
  )
})

test('every sentence that the risk rules write about a contract is known', () => {
  const flags = Object.fromEntries(tokenRights.map(({ field }) => [field, '1']))
  const fields = { ...flags, is_honeypot: '1', sell_tax: '1', creator_percent: '0.6', is_open_source: '0' }
  const more = { is_airdrop_scam: '1', is_true_token: '0', fake_token: '1', gas_abuse: '1', cannot_sell_all: '1' }
  const token = {
    address: '0x1',
    report: { fields: { ...fields, ...more, honeypot_with_same_creator: '2' }, isPartial: true },
  }
  const { reading } = scoreRisk({ at: '2026-11-21T00:00:00Z', wallet: null, lists, token })
  const { facts, caveats } = readReason('risk', reading.reason)
  assert.deepEqual(
    [...facts, ...caveats].filter(({ code }) => code === null),
    [],
  )
  assert.ok(facts.length > tokenRights.length)
})

test('an unsigned wallet and another token’s name are cautions with a cap', () => {
  const effects = readEffects({
    creator: { parts: null, caps: [{ what: 'unsigned', cap: 50 }] },
    risk: { deductions: null, caps: [{ what: 'name_mismatch', cap: 55 }] },
  })
  const creator = 'At most 50, because nobody has signed with this wallet. [creator-rules@1.2.0]'
  const risk = 'GoPlus reports another name or ticker for this contract: at most 55. [risk-rules@1.2.0]'
  const facts = [
    ...readReason('creator', creator, effects.creator).facts,
    ...readReason('risk', risk, effects.risk).facts,
  ]
  assert.deepEqual(
    facts.map(({ code, mark, effect }) => [code, mark, effect]),
    [
      ['unsigned', 'caution', { cap: 50 }],
      ['name_mismatch', 'caution', { cap: 55 }],
    ],
  )
})

const lists = {
  honeypotRelated: true,
  maliciousContracts: 3,
  priorHoneypots: null,
  ruggedTokens: 3,
  addressFlags: ['phishing_activities', 'blacklist_doubt', 'mixer', 'fake_token'],
  flagSource: 'SlowMist,GoPlus',
  evidence: null,
  evidenceState: null,
  evidenceClean: false,
  isPartial: true,
}

test('deductions and caps of the evidence stand beside what the contract allows', () => {
  const effects = readEffects({
    creator: null,
    risk: {
      deductions: [
        { what: 'tax', points: 35 },
        { what: 'unknown x1', points: 3 },
      ],
      caps: [{ what: 'tax', cap: 10 }],
    },
  })
  const { facts } = readReason(
    'risk',
    'Selling costs 100 %. Not known: a hidden owner. [risk-rules@1.0.0]',
    effects.risk,
  )
  assert.deepEqual(
    facts.map(({ code, values, effect }) => [code, values, effect]),
    [
      ['sell_tax', ['100'], { points: -35, cap: 10 }],
      ['unknown', ['hidden_owner'], { points: -3 }],
    ],
  )
  assert.ok([...coreFields.keys()].includes('hidden_owner'))
})

test('a provider’s listing keeps its words', () => {
  const { facts } = readReason('creator', 'Listed for theft, phishing (source: SlowMist, GoPlus).')
  assert.deepEqual([facts[0]?.code, facts[0]?.values], ['listed', ['theft, phishing', 'SlowMist, GoPlus']])
})

test('findings of name and social become facts with their points', () => {
  const name = readReason('name', scoreName('MOON_1000X_GEM_TO_THE_MOON').reason)
  assert.ok(name.facts.every(({ code, effect }) => code !== null && effect?.points !== undefined))
  const facts = { handle: '@leftsock', name: 'Left Sock', symbol: 'SOCK', mentions: 0, claimedEarlier: true }
  assert.deepEqual(
    readReason('social', scoreSocial(facts).reason).facts.map(({ code, mark, effect }) => [code, mark, effect?.points]),
    [
      ['match', 'good', 15],
      ['mentions', 'neutral', 0],
      ['claim', 'bad', -25],
    ],
  )
  assert.equal(readReason('name', scoreName('Left Sock').reason).facts[0]?.code, 'faultless')
})

test('a judge’s words and unknown sentences stay as they are', () => {
  const words = 'Fresh idea. It names a “caps: big (−5)” rule; and more.'
  assert.deepEqual(
    readReason('meme', words).facts.map(({ text, code }) => [text, code]),
    [[words, null]],
  )
  const hostile = readReason('creator', '<b>Nobody</b> wrote this. Wallet is 99999999999 days old on this chain.')
  assert.deepEqual(
    hostile.facts.map(({ text, code, mark }) => [text, code, mark]),
    [
      ['<b>Nobody</b> wrote this.', null, 'neutral'],
      ['Wallet is 99999999999 days old on this chain.', null, 'neutral'],
    ],
  )
})
