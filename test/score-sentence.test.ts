import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBand } from '../contract/bands.ts'
import { findSentence, scoreSentence } from '../contract/sentence.ts'
import { signalLooks } from '../contract/signals/looks.ts'
import type { Fact } from '../contract/signals/schemas.ts'
import { sentenceTable, tellScore } from '../web/src/words/sentence.ts'

type Told = Parameters<typeof scoreSentence>[0]
type Given = Record<string, [score: number | null, ...facts: Fact[]]>

const weights: Record<string, number> = { meme: 0.25, creator: 0.2, image: 0.15, name: 0.1, social: 0.15, risk: 0.15 }
const names = Object.keys(weights)

const fact = (code: string, effect: number | null = null, values: Fact['values'] = {}): Fact => ({
  code,
  effect,
  values,
})
const rated = (ratings: Record<string, number>): Fact[] =>
  Object.entries(ratings).map(([code, rating]) => fact(code, null, { rating, most: 5 }))

/** A record of these readings; null: not measured. */
function scored(given: Given, warnings: Told['warnings'] = []): Told {
  const live = Object.entries(given).filter(([, [score]]) => score !== null)
  const total = live.reduce((sum, [name]) => sum + (weights[name] ?? 0.1), 0)
  const parts = Object.entries(given).map(([signal, [score]]) => {
    const weight = weights[signal] ?? 0.1
    const effectiveWeight = score === null ? 0 : weight / total
    return { signal, weight, effectiveWeight, score: score ?? 50, contribution: effectiveWeight * (score ?? 0) }
  })
  const aggregate = parts.reduce((sum, { contribution }) => sum + contribution, 0)
  return {
    band: toBand(Math.round(100 * aggregate)),
    warnings,
    explanation: { summary: '', contributions: parts },
    signals: Object.fromEntries(
      Object.entries(given).map(([name, [score, ...facts]]) => [
        name,
        { score: score ?? 50, reason: '', facts, stub: score === null, confidence: null },
      ]),
    ),
  }
}

const all = (score: number): Given => Object.fromEntries(names.map((name) => [name, [score]]))

const noHistory = [fact('no_history', 0, { of: 30 }), fact('transactions', 0, { count: 0, of: 20 })]
const lasting = [fact('launches_alive', 20, { alive: 3, known: 4, of: 20 })]
const honeypot = [fact('honeypot', null, { cap: 0 })]
const warning = (code: 'honeypot' | 'owner_can_take_tokens') => [
  { code, severity: 'critical' as const, signal: 'risk', message: '', source: 'GoPlus' },
]

const told: [title: string, given: Given, sentence: string, warnings?: Told['warnings']][] = [
  [
    'the two strengths that give most points, and the soft spot',
    {
      meme: [83, ...rated({ freshness: 5, hook: 4 })],
      creator: [95, ...lasting],
      image: [78, ...rated({ visibility: 4 })],
      name: [100, fact('faultless')],
      social: [75, fact('match_name', 15), fact('mentions', 8, { creators: 1, of: 25 })],
      risk: [100, fact('contract_clean')],
    },
    'A fresh idea from a creator whose tokens tend to last. The one soft spot: few people talk about it yet.',
  ],
  [
    'an amber score names what holds it back',
    { ...all(60), meme: [80, ...rated({ hook: 3 })], image: [82], creator: [20, ...noHistory] },
    'A catchy idea with a clear picture, held back by a wallet with no history.',
  ],
  [
    'two red signals both hold it back',
    { ...all(75), creator: [20, ...noHistory], social: [20, fact('no_handle', -40)] },
    'A strong idea with a clear picture, held back by a wallet with no history and a missing X handle.',
  ],
  [
    'a red score isn’t saved by its strengths',
    { ...all(20), name: [100, fact('faultless')], creator: [15, fact('launches_none_alive', null, { cap: 15 })] },
    'A short, readable name can’t make up for a thin idea and a creator whose tokens have all died.',
  ],
  [
    'nothing makes up for a critical warning, even in a green score',
    { ...all(100), creator: [5, fact('honeypot_related', null, { cap: 10 })], risk: [0, ...honeypot] },
    'A strong idea with a clear picture can’t make up for a contract that lets nobody sell and a wallet linked to a honeypot.',
    warning('honeypot'),
  ],
  [
    'a critical warning without any strength',
    { ...all(30), risk: [0, ...honeypot] },
    'Nothing makes up for a contract that lets nobody sell.',
    warning('honeypot'),
  ],
  ['all equal and high', all(95), 'A strong idea from an established wallet, and no weak spot.'],
  ['all equal and amber', all(60), 'No strong side yet, held back by a thin idea.'],
  ['all equal and red', all(0), 'No strong side yet, held back by a thin idea and a wallet with a short record.'],
  [
    'several signals equally low: none is the only soft spot',
    { ...all(80), meme: [90], creator: [90] },
    'A strong idea from an established wallet. A soft spot: the picture could be stronger.',
  ],
  [
    'preliminary: what is known, and what isn’t measured',
    { ...all(80), meme: [85, ...rated({ clarity: 4 })], creator: [null], risk: [null] },
    'A clear idea with a clear picture. Not measured yet: creator and risk.',
  ],
  ['nothing measured', Object.fromEntries(names.map((name) => [name, [null]])), 'Nothing has been measured yet.'],
  [
    'a signal without phrases is told by its title',
    { ...all(60), holder_count: [95] },
    'Good holder count, held back by a thin idea.',
  ],
]

for (const [title, given, sentence, warnings] of told)
  test(`the sentence of a score: ${title}`, () => assert.equal(scoreSentence(scored(given, warnings)), sentence))

test('the sentence of a score: the outcome first, then what stood before launch', () => {
  const score = scored({ ...all(60), name: [90, fact('faultless')], creator: [20, ...noHistory] })
  assert.equal(
    scoreSentence(score, 'rugged'),
    'Holders can’t cash out: the liquidity is gone. Before launch it had a short, readable name, and a wallet with no history.',
  )
  assert.match(scoreSentence(score, 'dead'), /^It has died: hardly anybody trades it any more\. Before launch/)
  assert.equal(scoreSentence(score, 'graduated'), scoreSentence(score))
})

const causeOf = (signal: string, score: number, ...facts: Fact[]) =>
  findSentence(scored({ ...all(90), [signal]: [score, ...facts] })).worst[0]?.cause

test('the cause of a weakness is the fact that decides', () => {
  const unsigned = fact('unsigned', null, { cap: 50 })
  assert.equal(causeOf('creator', 50, unsigned, ...noHistory), 'unsigned', 'a cap that is reached')
  assert.equal(causeOf('creator', 30, unsigned, ...noHistory), 'no_history', 'a cap that is not reached')
  assert.equal(causeOf('creator', 40, fact('launches', 0, { tokens: 9, recent: 5, of: 20 })), 'launches_burst')
  assert.equal(causeOf('social', 30, fact('mentions', 0, { creators: 0, of: 25 })), 'no_mentions')
  assert.equal(causeOf('social', 30, fact('digits_at_end', -25), fact('no_match', -5)), 'digits_at_end')
  assert.equal(causeOf('meme', 30, ...rated({ freshness: 3, hook: 1 })), 'hook')
  assert.equal(causeOf('meme', 30, fact('judged_copycat', null, { cap: 35 }), ...rated({ hook: 0 })), 'hook')
  assert.equal(causeOf('meme', 35, fact('judged_copycat', null, { cap: 35 }), ...rated({ hook: 0 })), 'judged_copycat')
  assert.equal(causeOf('risk', 55, fact('no_contract', -45)), 'no_contract')
})

test('every best and worst signal at every level, in each language: one or two plain sentences', () => {
  const levels = [0, 44, 45, 69, 70, 89, 90, 100]
  for (const language of ['en', 'es', 'zh'] as const)
    for (const best of names)
      for (const worst of names)
        for (const high of levels)
          for (const low of levels.filter((one) => one <= high)) {
            const given: Given = { ...all(Math.round((high + low) / 2)), [best]: [high], [worst]: [low] }
            for (const missing of [[], names.filter((name) => name !== best && name !== worst).slice(0, 2)]) {
              const stubs = Object.fromEntries(missing.map((name) => [name, [null]])) as Given
              const sentence = tellScore(scored({ ...given, ...stubs }), language)
              assertPlain(sentence, language)
            }
          }
})

const ends = { en: /[.](?: |$)/g, es: /[.](?: |$)/g, zh: /。/g }

function assertPlain(sentence: string, language: keyof typeof ends): void {
  const about = `${language}: ${sentence}`
  const sentences = sentence.match(ends[language])?.length ?? 0
  assert.ok(sentences === 1 || sentences === 2, about)
  assert.ok(sentence.length <= 190, about)
  assert.doesNotMatch(sentence, /undefined|null|NaN|_|'|\s\s|\.\.|,,|\d/, about)
  assert.match(sentence, language === 'zh' ? /^[\p{sc=Han}X]/u : /^\p{Lu}/u, about)
}

test('the phrases of a sentence are the same in each language', () => {
  for (const kind of ['best', 'worst', 'soft'] as const) {
    const codes = Object.keys(sentenceTable.en[kind])
    for (const signal of Object.keys(signalLooks)) assert.ok(codes.includes(signal), `${kind} ${signal}`)
    assert.deepEqual(Object.keys(sentenceTable.es[kind]), codes)
    assert.deepEqual(Object.keys(sentenceTable.zh[kind]), codes)
  }
})
