import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, createEnvReader } from '../platform/env.ts'
import { readOutcomeVenues } from './read-market.ts'

const contract = `0x${'Ab'.repeat(20)}`
const event = `0x${'cD'.repeat(32)}`

/** The venues, or the problems. */
function read(value: string): unknown {
  const env = createEnvReader({ OUTCOME_VENUES: value })
  try {
    const { outcomeVenues } = readOutcomeVenues(env)
    env.finish()
    return outcomeVenues
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('OUTCOME_VENUES unset: no venue is added', () => {
  assert.deepEqual(read(''), [])
})

test('OUTCOME_VENUES with factories and a contract: their parts in lower case', () => {
  const entries = [
    `pad=${contract}/${event}/topic1/topic2`,
    `Pad.2=${contract}/0x${'e'.repeat(64)}/word4/topic1+topic2/Curve`,
  ]
  assert.deepEqual(read(`${entries.join(', ')},winder=${contract},`), [
    {
      venue: 'pad',
      contract: contract.toLowerCase(),
      naming: { event: event.toLowerCase(), token: { topic: 1 }, creators: [2], hasCurve: false },
      source: entries[0]?.toLowerCase(),
    },
    {
      venue: 'pad.2',
      contract: contract.toLowerCase(),
      naming: { event: `0x${'e'.repeat(64)}`, token: { word: 4 }, creators: [1, 2], hasCurve: true },
      source: entries[1]?.toLowerCase(),
    },
    { venue: 'winder', contract: contract.toLowerCase(), naming: null, source: `winder=${contract}`.toLowerCase() },
  ])
})

const faults: [string, string, RegExp][] = [
  ['commas alone', ',', /^OUTCOME_VENUES must have entries like pad=0x<contract>$/],
  ['no name', contract, /entry 1: must begin with a name/],
  ['a name of two words', `two words=${contract}`, /must begin with a name/],
  ['a short contract', 'pad=0x1234', /the contract must be an address/],
  ['the zero address', `pad=0x${'0'.repeat(40)}`, /the contract must be an address/],
  ['an event alone', `pad=${contract}/${event}`, /followed only by \/event\/token\/creators/],
  ['a part too many', `pad=${contract}/${event}/topic1/topic2/topic3`, /followed only by \/event/],
  ['another word than curve', `pad=${contract}/${event}/topic1/topic2/line`, /followed only by \/event/],
  ['a part after the curve', `pad=${contract}/${event}/topic1/topic2/curve/x`, /followed only by \/event/],
  ['a short event', `pad=${contract}/0x12/topic1/topic2`, /the event must be its topic 0/],
  ['the token in topic 0', `pad=${contract}/${event}/topic0/topic2`, /the token must be/],
  ['the token in topic 4', `pad=${contract}/${event}/topic4/topic2`, /the token must be/],
  ['the token in word 100', `pad=${contract}/${event}/word100/topic2`, /the token must be/],
  ['one topic for token and creator', `pad=${contract}/${event}/topic1/topic1`, /the creators must be other topics/],
  ['a creator twice', `pad=${contract}/${event}/topic1/topic2+topic2`, /the creators must be other topics/],
  ['a creator in the data', `pad=${contract}/${event}/topic1/word2`, /the creators must be other topics/],
  ['a contract twice', `a=${contract},b=${contract}`, /entry 2: the same contract and event were named before/],
]
for (const [fault, value, expected] of faults)
  test(`OUTCOME_VENUES with ${fault}: a problem`, () => {
    const [problem, ...others] = read(value) as string[]
    assert.match(problem ?? '', expected)
    assert.deepEqual(others, [])
  })
