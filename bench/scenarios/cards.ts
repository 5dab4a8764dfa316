import { randomUUIDv7 } from 'node:crypto'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createShrinker } from '../../src/providers/images/images-http.ts'
import { buildScore } from '../../src/scoring/build-score.ts'
import { newestPrompt } from '../../src/signals/judge/prompts.ts'
import type { Measured } from '../../src/signals/schemas.ts'
import { cardBadge, toBadge } from '../../src/site/badge.ts'
import {
  type CardSize,
  cardSizes,
  layOutCard,
  pictureSides,
  type TicketCard,
} from '../../src/site/cards/card-layout.ts'
import { createCardDrawer } from '../../src/site/cards/render-card.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { median, quantile } from '../lib/statistics.ts'

const maxMs = 10
const rounds = 200
const state = {
  outcome: null,
  outcomeAt: null,
  outcomeCause: null,
  warnings: [],
  isUnsigned: false,
  story: null,
  newer: null,
}
const never = new AbortController().signal

/** How long cards, badges and thumbnails take to draw, each of another score: no database is asked. */
export const cards: Benchmark = { name: 'cards', run }

async function run({ place, images }: Bench): Promise<Measure[]> {
  if (place.name !== 'PGlite') return []
  const scores = Array.from({ length: rounds }, (_, n) => scoreNo(n))
  const shrink = createShrinker(createMetrics())
  const pictures = new Map(scores.map((score, n) => [score, pick(images, n)]))
  const pictureOf = (score: ScoreResult) => pictures.get(score) ?? Buffer.alloc(0)
  const thumbnails = await timed(scores, (score) => shrink(pictureOf(score), pictureSides.wide))
  for (const [score, bytes] of pictures) pictures.set(score, await shrink(bytes, pictureSides.tall))
  const drawer = createCardDrawer({ metrics: createMetrics() })
  const draw =
    (size: CardSize, launch: TicketCard['launch'] = null) =>
    (score: ScoreResult) =>
      drawer(layOutCard({ ...known, launch, score, picture: pictureOf(score) }, { size, publisher }), {
        size: cardSizes[size],
        signal: never,
      })
  const first = await timed(scores.slice(0, 1), draw('wide'))
  await timed(scores, draw('wide')) // warm: fonts of all the names
  const badges = await timed(scores, async (score) =>
    cardBadge(toBadge({ score, state, isRevoked: false, now, site }), 'auto'),
  )
  return [
    cardMeasure('card of 1200×630, median', await timed(scores, draw('wide'))),
    cardMeasure('card of 1200×800, median', await timed(scores, draw('tall'))),
    cardMeasure('card of a launch, median', await timed(scores, draw('wide', launch))),
    { what: 'first card of a process, fonts and all', measured: `${median(first).toFixed(0)} ms` },
    { what: 'thumbnail of 300×300, median', measured: `${median(thumbnails).toFixed(1)} ms` },
    { what: 'badge, median', measured: `${median(badges).toFixed(2)} ms` },
  ]
}

function pick(images: Buffer[], n: number): Buffer {
  const image = images[n % images.length]
  if (!image) throw new Error('There are no images to draw.')
  return image
}

const known = {
  state,
  chainName: 'Base',
  signing: 'signed',
  isAttested: true,
  topPercent: 4,
  launchedAt: null,
  titleOf: (name: string) => name,
} as const

const publisher = { serviceName: 'Launchscore', host: 'launchscore.example' }
const launch = {
  tagline: 'Every washing machine takes one. This is the token of the other.',
  when: 'Launches 24 Nov 2026, 03:22 UTC',
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
      creatorName: null,
      contractAddress: null,
      links: [],
    },
    measured: { meme: one, creator: one, image: one, name: one, social: one, risk },
    facts: { source: null, lists: null, token: null, otherNames: null },
    prompt: newestPrompt(),
    creatorProof: 'signature',
    rescoredFrom: null,
    createdAt: now,
  })
}
