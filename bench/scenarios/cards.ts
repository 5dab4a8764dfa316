import { randomUUIDv7 } from 'node:crypto'
import { activePrompt } from '../../src/judge/prompts.ts'
import { toBadge } from '../../src/share/badge.ts'
import { cardBadge } from '../../src/share/badge-svg.ts'
import { createCardDrawer } from '../../src/share/render-card.ts'
import { buildScore } from '../../src/scoring/build-score.ts'
import type { ScoreResult } from '../../src/scoring/schemas.ts'
import type { Measured } from '../../src/signals/schemas.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { median, quantile } from '../lib/statistics.ts'

const maxMs = 10
const rounds = 200

/** How long a card and a badge take to draw, each of another score: no database is asked. */
export const cards: Benchmark = { name: 'cards', run }

async function run({ place }: Bench): Promise<Measure[]> {
  if (place.name !== 'PGlite') return []
  const scores = Array.from({ length: rounds }, (_, n) => scoreNo(n))
  const draw = createCardDrawer({ serviceName: 'Launchscore', host: 'launchscore.example' })
  const first = await timed(scores.slice(0, 1), (score) => draw(score, 'wide'))
  await timed(scores, (score) => draw(score, 'wide')) // warm: fonts of all the names
  const wide = await timed(scores, (score) => draw(score, 'wide'))
  const tall = await timed(scores, (score) => draw(score, 'tall'))
  const badges = await timed(scores, async (score) =>
    cardBadge(toBadge({ score, isRevoked: false, now, site }), 'auto'),
  )
  return [
    cardMeasure('card of 1200×630, median', wide),
    cardMeasure('card of 1200×800, median', tall),
    { what: 'first card of a process, fonts and all', measured: `${median(first).toFixed(0)} ms` },
    { what: 'badge, median', measured: `${median(badges).toFixed(2)} ms` },
  ]
}

const cardMeasure = (what: string, times: number[]): Measure => ({
  what,
  measured: `${median(times).toFixed(1)} ms (p95 ${quantile(times, 0.95).toFixed(1)})`,
  bound: `< ${maxMs} ms`,
  isMet: median(times) < maxMs,
})

async function timed(scores: ScoreResult[], work: (score: ScoreResult) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const score of scores) {
    const start = performance.now()
    await work(score)
    times.push(performance.now() - start)
  }
  return times
}

const now = new Date('2026-11-21T12:00:00.000Z')
const site = { serviceName: 'Launchscore', publicUrl: 'https://launchscore.example' }

const names = [
  'Left Sock',
  'The Sock That The Washing Machine Took And Never Gave Back',
  '左の靴下',
  '🧦 to the 🌝',
  'جورب',
]

function scoreNo(n: number): ScoreResult {
  const reading = { score: (n * 7) % 101, reason: 'Drawn.', stub: false, confidence: null }
  const one: Measured = { reading, evidence: {} }
  const risk: Measured = { reading: { ...reading, stub: n % 3 === 0 }, evidence: {} }
  return buildScore({
    id: randomUUIDv7(),
    submission: {
      name: `${names[n % names.length]} ${n}`,
      symbol: `SOCK${n}`,
      description: 'Every washing machine takes one. This is the token of the other.',
      imageUrl: 'https://pictures.example/a.png',
      xHandle: '@leftsock',
      creatorAddress: `0x${'a1'.repeat(20)}`,
      contractAddress: null,
    },
    measured: { meme: one, creator: one, image: one, name: one, social: one, risk },
    facts: { lists: null, token: null },
    prompt: activePrompt(),
    rescoredFrom: null,
    createdAt: now,
  })
}
