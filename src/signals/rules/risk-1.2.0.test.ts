import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../facts.ts'
import { findOtherNames } from '../other-names-of.ts'
import { scoreRisk as formerly } from './risk-1.0.0.ts'
import { scoreRisk } from './risk-1.2.0.ts'
import { readReason } from '../reading/read-reason.ts'
import { reportedCase } from '../../../test/provider-fixtures.ts'
import { tokenBody } from '../../../dev/stand-ins/goplus-bodies.ts'

const creator = `0x${'a'.repeat(40)}`
const lists: NonNullable<Facts['lists']> = {
  honeypotRelated: false,
  maliciousContracts: 0,
  priorHoneypots: 0,
  ruggedTokens: 0,
  addressFlags: [],
  flagSource: '',
  evidence: { from: 'scored token', address: `0x${'c'.repeat(40)}` },
  evidenceState: 'known',
  evidenceClean: true,
  isPartial: false,
}

const submission = { name: 'Left Sock', symbol: 'SOCK' }

function factsOf(reported: { name?: string; symbol?: string }): Facts {
  const body = tokenBody({ kind: 'clean', creator, ...reported })
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  const report = { fields, isPartial: false }
  const token = { address: `0x${'c'.repeat(40)}`, report }
  return {
    at: '2026-11-21T00:00:00.000Z',
    wallet: null,
    lists,
    token,
    otherNames: findOtherNames(submission, report),
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
  ['empty names', { name: '', symbol: ' ' }, 100],
]

for (const [name, reported, score] of cases)
  test(`${name}: ${score}`, () => {
    const facts = factsOf(reported)
    const { reading, evidence } = scoreRisk(facts)
    assert.equal(reading.score, score)
    assert.equal(reading.reason.includes('another name or ticker'), score === 55)
    const { facts: kept } = evidence as { facts: Facts }
    assert.deepEqual(scoreRisk(kept), { reading, evidence })
  })

test('without another name the token scores as before', () => {
  const facts = factsOf({})
  const [now, before] = [scoreRisk(facts).reading, formerly(facts).reading]
  assert.deepEqual({ ...now, reason: now.reason.replace('1.2.0', '1.0.0') }, before)
})

test('a lower cap stays the lowest', () => {
  const facts = factsOf({ name: 'Moon Rocket' })
  const token = facts.token?.report && { ...facts.token.report.fields, is_honeypot: '1' }
  const honeypot = { ...facts, token: { address: creator, report: { fields: token ?? {}, isPartial: false } } }
  assert.equal(scoreRisk(honeypot).reading.score, 0)
})

test('taxes that are not known are named, and keep a contract from a full score', () => {
  const body = reportedCase('05-goplus-unknown-taxes')['body'] as { result: Record<string, Record<string, unknown>> }
  const [[address, reported] = ['', {}]] = Object.entries(body.result)
  const texts = Object.entries(reported).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const facts = { ...factsOf({}), token: { address, report: { fields: Object.fromEntries(texts), isPartial: false } } }
  const scored = scoreRisk({ ...facts, otherNames: null })
  assert.equal(scored.reading.score, 97)
  assert.match(scored.reading.reason, /What buying and selling cost is not known\./)
  assert.doesNotMatch(scored.reading.reason, /nothing to hold against it/)
  assert.equal(formerly({ ...facts, otherNames: null }).reading.score, 100)
  const read = readReason('risk', scored.reading.reason)
  assert.deepEqual(
    read.facts.filter(({ code }) => code === null || code === 'unknown_tax').map(({ code, mark }) => [code, mark]),
    [['unknown_tax', 'caution']],
  )
})

for (const [fields, words] of [
  [{ buy_tax: '', sell_tax: '0' }, 'What buying costs is not known.'],
  [{ buy_tax: '0', sell_tax: 'n/a' }, 'What selling costs is not known.'],
  [{ buy_tax: '0', sell_tax: '0' }, null],
] as const)
  test(`of the taxes ${JSON.stringify(fields)} the reason says ${words ?? 'nothing'}`, () => {
    const { token, ...facts } = factsOf({})
    const report = { fields: { ...token?.report?.fields, ...fields }, isPartial: false }
    const { reading } = scoreRisk({ ...facts, token: { address: token?.address ?? '', report } })
    assert.equal(reading.score, words === null ? 100 : 97)
    if (words !== null) assert.ok(reading.reason.includes(words))
  })
