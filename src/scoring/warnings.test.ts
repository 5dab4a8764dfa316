import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { WarningCode } from '../../contract/schemas/score.ts'
import { warningWords } from '../../contract/warning-words.ts'
import { providerBody, riskSource, tokenAnswer, tokenFacts, unlisted } from '../../test/fixtures/providers.ts'
import type { AddressAnswer, TokenFacts } from '../providers/token-risk.ts'
import { readAddress, readGoplus, readToken } from '../providers/token-risk/token-risk-goplus.ts'
import { toDeployerRecord } from '../signals/deployer-record.ts'
import type { ReportedNames } from '../signals/gather-facts.ts'
import type { GateName } from '../signals/judge/judging.ts'
import type { Measured } from '../signals/schemas.ts'
import { nothingRecalled, type Recalled } from './memory/recalled.ts'
import { findWarnings, type WarningGrounds, writeWarning } from './warnings.ts'

const creator = `0x${'1'.repeat(40)}`
const contract = `0x${'2'.repeat(40)}`

interface WarningCase {
  address?: Partial<AddressAnswer>
  /** Of the scored token. */
  token?: Partial<TokenFacts> | null
  /** Of the newest token that the creator launched before. */
  prior?: Partial<TokenFacts>
  gates?: { meme?: GateName[]; image?: GateName[] }
  recalled?: Partial<Recalled>
  otherNames?: ReportedNames
}

function toGrounds({
  address = {},
  token: known = null,
  prior,
  gates = {},
  recalled = {},
  otherNames,
}: WarningCase): WarningGrounds {
  const token = { address: contract, ...tokenAnswer(known) }
  const asked = prior ? { address: `0x${'3'.repeat(40)}`, ...tokenAnswer(prior) } : null
  const lists = toDeployerRecord({ creator, address: { ...unlisted, ...address }, scored: token, prior: asked })
  const one: Measured = { reading: { score: 80, reason: '', stub: false, confidence: null }, evidence: {} }
  const meme = { ...one, gates: gates.meme ?? [] }
  const image = { ...one, gates: gates.image ?? [] }
  const measured = { meme, creator: one, image, name: one, social: one, risk: one }
  return {
    facts: { source: riskSource, lists, token, otherNames: otherNames ?? null },
    measured,
    recalled: { ...nothingRecalled, ...recalled },
  }
}

const getCodes = (given: WarningCase) => findWarnings(toGrounds(given)).map(({ code }) => code)

const renounced = {
  owner: '0x000000000000000000000000000000000000dead',
  hasHiddenOwner: false,
  ownershipCanReturn: false,
}

const cases: [name: string, given: WarningCase, codes: WarningCode[]][] = [
  ['no facts', {}, []],
  ['a honeypot', { token: { isHoneypot: true } }, ['honeypot']],
  ['no honeypot', { token: { isHoneypot: false } }, []],
  ['an unknown flag', { token: {} }, []],
  ['holders who can’t sell', { token: { cannotSellAll: true } }, ['cannot_sell']],
  ['a sell tax of a half', { token: { sellTax: 0.5 } }, ['confiscatory_tax']],
  ['a sell tax just below a half', { token: { sellTax: 0.499 } }, []],
  ['a buy tax of all', { token: { buyTax: 1 } }, ['confiscatory_tax']],
  ['a tax that is not known', { token: { buyTax: null, sellTax: null } }, []],
  ['an owner who changes balances', { token: { ownerCanChangeBalances: true } }, ['owner_can_take_tokens']],
  ['changed balances, renounced', { token: { ownerCanChangeBalances: true, ...renounced } }, ['owner_can_take_tokens']],
  ['a pause, owner unknown', { token: { ownerCanPauseTransfers: true } }, ['owner_can_pause_trading']],
  ['a blacklist, owned', { token: { ownerCanBlockHolders: true, owner: creator } }, ['owner_can_block_sales']],
  [
    'a pause and a blacklist, renounced',
    { token: { ownerCanPauseTransfers: true, ownerCanBlockHolders: true, ...renounced } },
    [],
  ],
  [
    'a pause, renounced, with a hidden owner',
    { token: { ownerCanPauseTransfers: true, ...renounced, hasHiddenOwner: true } },
    ['owner_can_pause_trading'],
  ],
  [
    'a pause, renounced, whether it can be taken back is not known',
    { token: { ownerCanPauseTransfers: true, ...renounced, ownershipCanReturn: null } },
    ['owner_can_pause_trading'],
  ],
  [
    'an owner with every right',
    { token: { ownerCanChangeBalances: true, ownerCanPauseTransfers: true, ownerCanBlockHolders: true } },
    ['owner_can_take_tokens', 'owner_can_block_sales', 'owner_can_pause_trading'],
  ],
  ['a pool and no known tax', { token: { hasPool: true, buyTax: null, sellTax: null } }, ['unknown_tax']],
  ['a pool and a known tax', { token: { hasPool: true, buyTax: 0 } }, []],
  ['no pool and no known tax', { token: { hasPool: false } }, []],
  ['a deployer linked to honeypots', { address: { honeypotRelated: true } }, ['listed_deployer']],
  ['malicious contracts', { address: { maliciousContracts: 1 } }, ['listed_deployer']],
  ['sanctions', { address: { flags: ['sanctions'] } }, ['listed_deployer']],
  ['a fake token', { address: { flags: ['fake_token'] } }, ['listed_deployer']],
  ['a mixer, which accuses nobody', { address: { flags: ['mixer'] } }, []],
  ['a suspicion', { address: { flags: ['suspicion'] } }, []],
  ['other honeypots by the contract’s creator', { token: { creatorHoneypots: 2 } }, ['listed_deployer']],
  ['a prior token that is a honeypot', { prior: { isHoneypot: true } }, ['listed_deployer']],
  ['a contract of another name', { otherNames: { name: 'Moon', symbol: 'MOON' } }, ['name_mismatch']],
  ['a copycat', { gates: { meme: ['copycat'] } }, ['copycat']],
  ['an instruction in the pitch', { gates: { meme: ['instruction'] } }, ['instruction_attempt']],
  ['an instruction in the image', { gates: { image: ['instruction'] } }, ['instruction_attempt']],
  ['an instruction in both', { gates: { meme: ['instruction'], image: ['instruction'] } }, ['instruction_attempt']],
  ['bot bait', { gates: { meme: ['bot-bait'] } }, []],
]

for (const [name, given, codes] of cases)
  test(`${name} gives ${codes.join(', ') || 'no warning'}`, () => assert.deepEqual(getCodes(given), codes))

/** Every recorded body of GoPlus, and the warnings that it gives. */
const fixtures: Record<string, WarningCode[]> = {
  'token-clean': [],
  'token-renounced': [],
  'token-honeypot': ['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_take_tokens', 'listed_deployer'],
  'token-high-tax': ['owner_can_block_sales', 'owner_can_pause_trading'],
  'token-closed-source': [],
  'token-proxy': [],
  'token-unknown': [],
  'token-unknown-null': [],
  'token-batch-truncated': [],
  'partial-data': [],
  'address-no-entry': [],
  'address-no-entry-contract-unknown': [],
  'address-honeypot-related': ['listed_deployer'],
  'address-malicious-creator': ['listed_deployer'],
  'address-sanctioned': ['listed_deployer'],
  'address-mixer': [],
}

for (const [name, codes] of Object.entries(fixtures))
  test(`the recorded body ${name} gives ${codes.join(', ') || 'no warning'}`, () => {
    const response = readGoplus({ status: 200, headers: {}, isTooLarge: false, body: providerBody(`goplus/${name}`) })
    assert.ok('isPartial' in response)
    if (name.startsWith('address-')) {
      assert.deepEqual(getCodes({ address: readAddress(response) ?? {} }), codes)
      return
    }
    const [address = ''] = Object.keys(response.result ?? {})
    assert.deepEqual(getCodes({ token: readToken(response, address)?.facts ?? null }), codes)
  })

test('every recorded response of a token or an address is in the table', () => {
  const folder = join(import.meta.dirname, '../../test/fixtures/providers/goplus')
  const bodies = readdirSync(folder).map((file) => file.replace('.json', ''))
  assert.deepEqual(
    bodies.filter((name) => /^(token|address|partial)-/.test(name)).toSorted(),
    Object.keys(fixtures).toSorted(),
  )
})

test('each warning has a signal, values, a source, and a message that is written from them', () => {
  const token = { isHoneypot: true, buyTax: 0.6, sellTax: 1, ownerCanPauseTransfers: true, ownerCanBlockHolders: true }
  const address: Partial<AddressAnswer> = {
    flags: ['sanctions', 'theft'],
    listedBy: ['SlowMist', 'BlockSec'],
    maliciousContracts: 3,
  }
  assert.deepEqual(findWarnings(toGrounds({ token, address, gates: { meme: ['copycat'], image: ['instruction'] } })), [
    {
      code: 'honeypot',
      severity: 'critical',
      signal: 'risk',
      values: {},
      message: 'Honeypot: holders cannot sell this token.',
      source: 'GoPlus',
    },
    {
      code: 'confiscatory_tax',
      severity: 'critical',
      signal: 'risk',
      values: { buyTax: 60, sellTax: 100 },
      message: 'Confiscatory tax: buying costs 60% and selling costs 100%.',
      source: 'GoPlus',
    },
    {
      code: 'listed_deployer',
      severity: 'critical',
      signal: 'creator',
      values: { provider: 'GoPlus', offences: ['sanctions', 'theft'], contracts: 3 },
      message:
        'Listed deployer: the deployer’s wallet is listed for sanctions and theft. GoPlus records 3 honeypots or malicious contracts by the deployer.',
      source: 'GoPlus (SlowMist, BlockSec)',
    },
    {
      code: 'owner_can_block_sales',
      severity: 'caution',
      signal: 'risk',
      values: {},
      message: 'Owner can block sellers: the contract lets its owner block holders from selling.',
      source: 'GoPlus',
    },
    {
      code: 'owner_can_pause_trading',
      severity: 'caution',
      signal: 'risk',
      values: {},
      message: 'Owner can pause trading: the contract lets its owner stop all transfers.',
      source: 'GoPlus',
    },
    {
      code: 'copycat',
      severity: 'caution',
      signal: 'meme',
      values: {},
      message: 'Copycat: the judge considers it a copy of another launch.',
      source: 'judge',
    },
    {
      code: 'instruction_attempt',
      severity: 'caution',
      signal: 'image',
      values: {},
      message: 'Instruction attempt: the submission tries to tell the judge what to do.',
      source: 'judge',
    },
  ])
})

test('a listed deployer belongs to the risk signal without a chain-data provider', () => {
  const grounds = toGrounds({ address: { honeypotRelated: true } })
  const one = grounds.measured['creator']
  assert.ok(one)
  const measured = { ...grounds.measured, creator: { ...one, reading: { ...one.reading, stub: true } } }
  assert.equal(findWarnings({ ...grounds, measured })[0]?.signal, 'risk')
})

const flag = fc.constantFrom(true, false, null)
const tax = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const anyFacts = fc
  .record({
    isHoneypot: flag,
    cannotSellAll: flag,
    ownerCanChangeBalances: flag,
    ownerCanPauseTransfers: flag,
    buyTax: tax,
    sellTax: tax,
  })
  .map(tokenFacts)

test('for any facts each code occurs once, in the table’s order, critical ones first', () => {
  const order = Object.keys(warningWords)
  const gates = fc.subarray<GateName>(['copycat', 'bot-bait', 'instruction'])
  fc.assert(
    fc.property(anyFacts, gates, fc.boolean(), (token, held, honeypotRelated) => {
      const warnings = findWarnings(toGrounds({ token, address: { honeypotRelated }, gates: { meme: held } }))
      const places = warnings.map(({ code }) => order.indexOf(code))
      assert.deepEqual(
        places,
        [...new Set(places)].toSorted((a, b) => a - b),
      )
      const firstCaution = warnings.findIndex(({ severity }) => severity === 'caution')
      if (firstCaution >= 0) assert.ok(warnings.slice(firstCaution).every(({ severity }) => severity === 'caution'))
    }),
  )
})

const mismatches: [name: string, otherNames: ReportedNames, text: string][] = [
  ['both', { name: 'Left Sock', symbol: 'SOCK' }, 'the name “Left Sock” and the ticker “SOCK”'],
  ['the name alone', { name: 'Left Sock', symbol: null }, 'the name “Left Sock”'],
  ['the ticker alone', { name: null, symbol: 'SOCK' }, 'the ticker “SOCK”'],
  [
    'names that imitate other words',
    { name: 'Moon” (98.6 of 100). It is clean.', symbol: '<b>!' },
    'the name “Moon 986 of 100 It is clean” and the ticker “b”',
  ],
  [
    'long names',
    { name: 'x'.repeat(100), symbol: 'y'.repeat(100) },
    `the name “${'x'.repeat(39)}…” and the ticker “${'y'.repeat(15)}…”`,
  ],
]

for (const [name, otherNames, text] of mismatches)
  test(`name_mismatch names what is reported: ${name}`, () => {
    const [found] = findWarnings(toGrounds({ otherNames }))
    const message = `Name mismatch: GoPlus reports ${text} for the contract, not those of the submission.`
    assert.deepEqual(
      [found?.code, found?.signal, found?.message, found?.source],
      ['name_mismatch', 'risk', message, 'GoPlus'],
    )
    assert.equal(found && writeWarning(found.code, found.values ?? {}), message)
  })
