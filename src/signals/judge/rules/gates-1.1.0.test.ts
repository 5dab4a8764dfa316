import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Gated, applyGates } from './gates-1.1.0.ts'
import { newestPrompt } from '../prompts.ts'
import type { Hit } from './scan-1.1.0.ts'

const { gates } = newestPrompt()
const certain: Hit[] = [{ class: 'certain', subject: 'override', via: 'plain', quote: 'q' }]
const suspicious: Hit[] = [{ class: 'suspicious', subject: 'demand', via: 'plain', quote: 'q' }]
const verdict = (over: Partial<Gated> = {}): Gated => ({ score: 80, instruction_attempt: 'none', ...over })

const cases: [what: Partial<Gated>, hits: Hit[], score: number, held: string[]][] = [
  [{}, [], 80, []],
  [{ copycat_of: '' }, [], 80, []],
  [{ copycat_of: ' ' }, [], 80, []],
  [{ copycat_of: 'None.' }, [], 80, []],
  [{ copycat_of: 'n/a' }, [], 80, []],
  [{ copycat_of: '柴犬' }, [], 60, ['copycat']],
  [{ copycat_of: 'Nobody' }, [], 60, ['copycat']],
  [{ copycat_of: 'Doge' }, [], 60, ['copycat']],
  [{ copycat_of: 'Doge', score: 12.5 }, [], 40, ['copycat']],
  [{ copycat_of: 'Doge', score: 51.5 }, [], 51.5, ['copycat']],
  [{ bot_bait: true }, [], 29, ['bot-bait']],
  [{ bot_bait: true, score: 7 }, [], 7, ['bot-bait']],
  [{ copycat_of: 'Doge', bot_bait: true, score: 3 }, [], 29, ['copycat', 'bot-bait']],
  [{ instruction_attempt: 'suspected' }, suspicious, 80, []],
  [{ instruction_attempt: 'clear' }, [], 20, ['instruction']],
  [{}, certain, 20, ['instruction']],
  [{ score: 4 }, certain, 4, ['instruction']],
  [
    { copycat_of: 'Doge', bot_bait: true, instruction_attempt: 'clear' },
    certain,
    20,
    ['copycat', 'bot-bait', 'instruction'],
  ],
]

test('the gates hold in their order', () => {
  for (const [what, hits, score, held] of cases)
    assert.deepEqual(
      applyGates(gates, { verdict: verdict(what), hits }),
      { score, held, most: hits === certain ? 20 : 100 },
      JSON.stringify(what),
    )
})

const mostOf = (hits: Hit[]) => applyGates(gates, { verdict: verdict(), hits, isKnownCopy: true }).most

test('a known copy can get 60 at most, and only a certain hit lowers that', () => {
  assert.deepEqual([[], suspicious, certain].map(mostOf), [60, 60, 20])
})

test('no verdict gets past a certain hit', () => {
  const any = fc.record({
    score: fc.double({ min: 0, max: 100, noNaN: true }),
    instruction_attempt: fc.constantFrom('none', 'suspected', 'clear'),
    copycat_of: fc.string(),
    bot_bait: fc.boolean(),
  })
  fc.assert(
    fc.property(any, (what) => assert.ok(applyGates(gates, { verdict: what, hits: certain }).score <= 20)),
    { numRuns: 300 },
  )
})
