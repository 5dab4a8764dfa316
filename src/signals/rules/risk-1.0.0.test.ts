import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { tokenBody } from '../../../dev/stand-ins/goplus-bodies.ts'
import { providerBody } from '../../../test/fixtures/providers.ts'
import type { ListFacts } from '../list-facts.ts'
import { scoreRisk } from './risk-1.0.0.ts'
import { examineToken } from './token-rules-1.0.0.ts'

const at = '2026-11-21T00:00:00.000Z'
const address = '0x70ce110000000000000000000000000000000102'

const lists: ListFacts = {
  honeypotRelated: false,
  maliciousContracts: 0,
  priorHoneypots: 0,
  ruggedTokens: 0,
  addressFlags: [],
  flagSource: '',
  evidence: { from: 'scored token', address },
  evidenceState: 'known',
  evidenceClean: true,
  isPartial: false,
}

const creator = '0xa11ce00000000000000000000000000000000001'
const scalars = Object.entries(tokenBody({ kind: 'clean', creator })).filter(([, value]) => typeof value === 'string')
const clean = Object.fromEntries(scalars) as Record<string, string>

type Fields = Record<string, string | undefined>

const fieldsWith = (change: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...clean, ...change }).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )

const scoreWith = (
  change: Fields,
  { listed = {}, isPartial = false }: { listed?: Partial<ListFacts>; isPartial?: boolean } = {},
) => {
  const token = { address, report: { fields: fieldsWith(change), isPartial } }
  const { reading, evidence } = scoreRisk({ at, wallet: null, lists: { ...lists, ...listed }, token })
  return { ...reading, ...(evidence as { status: string; mode: string; sum: number; cap: number }) }
}

const deductionsOf = (change: Fields) =>
  examineToken(fieldsWith(change)).deductions.map(({ what, points }) => `${what} ${points}`)

const points: [field: string, points: number, whenRenounced: number][] = [
  ['owner_change_balance', 40, 20],
  ['selfdestruct', 25, 25],
  ['personal_slippage_modifiable', 20, 10],
  ['slippage_modifiable', 15, 7],
  ['is_mintable', 15, 7],
  ['transfer_pausable', 15, 7],
  ['is_blacklisted', 15, 7],
  ['cannot_buy', 15, 15],
  ['is_proxy', 10, 10],
  ['trading_cooldown', 5, 5],
  ['anti_whale_modifiable', 5, 2],
  ['external_call', 5, 5],
]

test('a right costs its points; an owner’s right costs half if nobody can use it', () => {
  for (const [field, full, half] of points) {
    assert.deepEqual(deductionsOf({ [field]: '1' }), [`${field} ${full}`])
    const renounced = { owner_address: '0x0000000000000000000000000000000000000000', [field]: '1' }
    assert.deepEqual(deductionsOf(renounced), [`${field} ${half}`])
  }
  assert.deepEqual(deductionsOf({ hidden_owner: '1' }), ['hidden_owner 30'])
  assert.deepEqual(deductionsOf({ can_take_back_ownership: '1' }), ['can_take_back_ownership 25'])
})

test('renounced is only who certainly has no way back', () => {
  const zero = '0x0000000000000000000000000000000000000000'
  const cases: [Fields, boolean][] = [
    [{ owner_address: zero }, true],
    [{ owner_address: '0x000000000000000000000000000000000000dEaD' }, true],
    [{ owner_address: undefined }, false],
    [{ owner_address: '' }, false],
    [{ owner_address: creator }, false],
    [{ owner_address: zero, hidden_owner: '1' }, false],
    [{ owner_address: zero, hidden_owner: undefined }, false],
    [{ owner_address: zero, can_take_back_ownership: '1' }, false],
    [{ owner_address: zero, can_take_back_ownership: '' }, false],
  ]
  for (const [change, expected] of cases)
    assert.equal(examineToken(fieldsWith(change)).isRenounced, expected, JSON.stringify(change))
})

test('the highest known tax costs by its step', () => {
  const cases: [Fields, string[]][] = [
    [{ sell_tax: '0.05' }, []],
    [{ sell_tax: '0.051' }, ['tax 5']],
    [{ sell_tax: '0.1' }, ['tax 5']],
    [{ buy_tax: '0.11' }, ['tax 15']],
    [{ transfer_tax: '0.2' }, ['tax 15']],
    [{ buy_tax: '0.01', sell_tax: '0.21' }, ['tax 35']],
    [{ sell_tax: '1' }, ['tax 35']],
    [{ buy_tax: '', sell_tax: undefined, transfer_tax: 'much' }, []],
    [{ sell_tax: '1e-05' }, []],
  ]
  for (const [change, expected] of cases) assert.deepEqual(deductionsOf(change), expected, JSON.stringify(change))
})

test('a large share in the hands of creator or owner costs', () => {
  const cases: [Fields, string[]][] = [
    [{ creator_percent: '0.2' }, []],
    [{ creator_percent: '0.21' }, ['insider 10']],
    [{ owner_percent: '0.5' }, ['insider 10']],
    [{ owner_percent: '0.51', creator_percent: '0.3' }, ['insider 20']],
    [{ owner_percent: '', creator_percent: undefined }, []],
  ]
  for (const [change, expected] of cases) assert.deepEqual(deductionsOf(change), expected, JSON.stringify(change))
})

test('absent and empty are not known, and never "no"', () => {
  for (const unknown of [undefined, '', '-1']) {
    const scored = scoreWith({ is_mintable: unknown, hidden_owner: unknown })
    assert.deepEqual([scored.score, scored.status], [94, 'partial'])
    assert.match(scored.reason, /Not known: a hidden owner, more tokens\./)
  }
})

test('the lowest cap holds', () => {
  const cases: [Fields, number][] = [
    [{}, 100],
    [{ is_honeypot: '1' }, 0],
    [{ is_airdrop_scam: '1' }, 5],
    [{ is_true_token: '0' }, 5],
    [{ is_true_token: '1' }, 100],
    [{ fake_token: '1' }, 5],
    [{ gas_abuse: '1' }, 5],
    [{ sell_tax: '0.5' }, 100],
    [{ sell_tax: '0.51' }, 10],
    [{ cannot_sell_all: '1' }, 15],
    [{ honeypot_with_same_creator: '1' }, 15],
    [{ honeypot_with_same_creator: '4' }, 15],
    [{ is_open_source: '0' }, 35],
    [{ is_open_source: undefined }, 100],
    [{ is_honeypot: undefined }, 60],
    [{ is_proxy: '1' }, 65],
    [{ is_proxy: '1', is_open_source: '0', is_honeypot: '1' }, 0],
  ]
  for (const [change, cap] of cases) {
    const scored = scoreWith(change)
    assert.deepEqual([scored.cap, scored.score], [cap, Math.min(cap, scored.sum)], JSON.stringify(change))
  }
})

test('what is recorded of the deployer caps the token too', () => {
  assert.equal(scoreWith({}, { listed: { addressFlags: ['sanctioned'] } }).score, 5)
  assert.equal(scoreWith({}, { listed: { ruggedTokens: 2 } }).score, 0)
})

test('deductions end at zero', () => {
  const scored = scoreWith(Object.fromEntries(points.map(([field]) => [field, '1'])))
  assert.deepEqual([scored.sum, scored.score], [0, 0])
})

test('without a contract only the deployer is judged, and that is said', () => {
  const cases: [Partial<ListFacts>, number][] = [
    [{}, 65],
    [{ evidenceClean: false }, 55],
    [{ addressFlags: ['mixer'] }, 30],
    [{ honeypotRelated: true }, 10],
  ]
  for (const [listed, score] of cases) {
    const { reading } = scoreRisk({ at, wallet: null, lists: { ...lists, ...listed }, token: null })
    assert.equal(reading.score, score)
    assert.match(reading.reason, /^There is no contract to examine yet; this only reflects what is listed/)
  }
  const { reading } = scoreRisk({ at, wallet: null, lists, token: { address, report: null } })
  assert.match(reading.reason, /^GoPlus has no record of this contract yet; this only reflects/)
})

test('without a token-risk provider the signal is a stub that names the setting', () => {
  const { reading } = scoreRisk({ at, wallet: null, lists: null, token: null })
  assert.deepEqual([reading.score, reading.stub, reading.confidence], [50, true, null])
  assert.match(reading.reason, /TOKEN_RISK_URL/)
  assert.equal(reading.attribution, undefined)
})

test('a live reading carries the credit', () => {
  assert.equal(scoreWith({}).attribution, 'Powered by GoPlus')
  assert.equal(scoreRisk({ at, wallet: null, lists, token: null }).reading.attribution, 'Powered by GoPlus')
})

test('part of the data makes it partial', () => {
  assert.deepEqual([scoreWith({}, { isPartial: true }).status, scoreWith({}).status], ['partial', 'ok'])
  assert.match(scoreWith({}, { isPartial: true }).reason, /only part of its data yet/)
  assert.equal(scoreWith({}, { listed: { maliciousContracts: null } }).status, 'partial')
})

test('the reason names what may be done, not the field', () => {
  const taxed = scoreWith({ is_mintable: '1', transfer_pausable: '1', sell_tax: '0.25' })
  assert.equal(
    taxed.reason,
    'The owner can create more tokens. The owner can stop transfers. Selling costs 25 %. ' +
      'GoPlus has no entry against this wallet (2026-11-21); that is not proof of a clean past. [risk-rules@1.0.0]',
  )
  assert.match(
    scoreWith({ is_open_source: '0' }).reason,
    /^The source code is not published, so most checks are impossible\./,
  )
  assert.match(scoreWith({}).reason, /^GoPlus’ checks of the contract found nothing to hold against it\./)
})

test('somebody else’s token is told to be one', () => {
  assert.match(scoreWith({}, { listed: { evidence: null } }).reason, /does not name this wallet as the token’s creator/)
  assert.doesNotMatch(scoreWith({}).reason, /does not name/)
})

const fieldNames = Object.keys(
  (providerBody('goplus/token-clean') as { result: { [token: string]: object } }).result[address] ?? {},
)
const anyFields = fc.dictionary(fc.constantFrom(...fieldNames), fc.constantFrom('0', '1', '', '-1', '0.3', '7', 'x'))

test('any report gives a whole number from 0 to 100 and words', () => {
  fc.assert(
    fc.property(anyFields, fc.boolean(), (fields, isPartial) => {
      const { reading } = scoreRisk({ at, wallet: null, lists, token: { address, report: { fields, isPartial } } })
      assert.ok(Number.isInteger(reading.score) && reading.score >= 0 && reading.score <= 100)
      assert.doesNotMatch(reading.reason, /no rugs?\b|is safe|undefined|\bnull|NaN\b/)
    }),
    { numRuns: 300 },
  )
})

test('learning that something bad is so never raises the score', () => {
  const bad = points.map(([field]) => field).filter((field) => field !== 'is_proxy')
  fc.assert(
    fc.property(anyFields, fc.constantFrom(...bad, 'is_honeypot', 'cannot_sell_all'), (fields, field) => {
      const score = (text: string) =>
        scoreRisk({
          at,
          wallet: null,
          lists,
          token: { address, report: { fields: { ...fields, [field]: text }, isPartial: false } },
        })
      assert.ok(score('1').reading.score <= score('0').reading.score)
    }),
    { numRuns: 300 },
  )
})
