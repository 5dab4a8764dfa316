import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../src/database/db.ts'
import { buildScore } from '../src/scoring/build-score.ts'
import type { ScoreResult } from '../contract/schemas/score.ts'
import { listWarningCodes } from '../contract/warning-words.ts'
import { newestPrompt } from '../src/judge/prompts.ts'
import type { TokenFacts } from '../src/providers/token-risk.ts'
import type { Measured } from '../src/signals/schemas.ts'
import { riskSource, tokenAnswer } from './token-answers.ts'

export interface Seed {
  creatorAddress: string
  name?: string
  /** Of every signal, and so the aggregate. */
  points?: number
  /** Of single signals, beside `points`. */
  signals?: Record<string, number>
  /** What the token-risk provider knows about the token, from which warnings follow. */
  tokenFacts?: Partial<TokenFacts>
  enrolledAt?: Date
  scheduledFor?: Date
}

export interface Seeded {
  enrollmentId: string
  creatorAddress: string
  enrolledAt: Date
  score: ScoreResult
}

/** Enrolled launches with their scores, as the service would have left them, many at a time; in the order given. */
export async function seedLaunches(db: Db, seeds: Seed[]): Promise<Seeded[]> {
  const launches = seeds.map(toLaunch)
  await insertImage(db)
  for (let start = 0; start < launches.length; start += 500) {
    const some = launches.slice(start, start + 500)
    await db
      .insertInto('submissions')
      .values(some.map(({ submission }) => submission))
      .execute()
    await db
      .insertInto('scores')
      .values(some.map(({ score }) => score))
      .execute()
    await db
      .insertInto('enrollments')
      .values(some.map(({ enrollment }) => enrollment))
      .execute()
  }
  return launches.map(({ seeded }) => seeded)
}

const imageHash = 'ab'.repeat(32)

const insertImage = (db: Db) =>
  db
    .insertInto('images')
    .values({ hash: imageHash, bytes: Buffer.of(0), media_type: 'image/png', width: 1, height: 1, created_at: epoch })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const epoch = new Date('2026-11-20T00:00:00.000Z')

function toLaunch({ creatorAddress, name = 'Left Sock', points = 80, signals = {}, tokenFacts = {}, ...when }: Seed) {
  const { enrolledAt = epoch, scheduledFor } = when
  const address = creatorAddress.toLowerCase()
  const submissionId = randomUUIDv7()
  const enrollmentId = randomUUIDv7()
  const score = toScore({ creatorAddress: address, name, points, signals, tokenFacts })
  const common = { submission_id: submissionId, band: score.band }
  return {
    seeded: { enrollmentId, creatorAddress: address, enrolledAt, score },
    submission: { id: submissionId, ...submissionRow(score, address) },
    score: { ...common, ...scoreRow(score) },
    enrollment: {
      ...common,
      id: enrollmentId,
      score_id: score.id,
      creator_address: address,
      message: 'seeded',
      signature: Buffer.alloc(65),
      verified_by: 'key' as const,
      scheduled_for: scheduledFor ?? null,
      enrolled_at: enrolledAt,
    },
  }
}

type Scored = Required<Pick<Seed, 'creatorAddress' | 'name' | 'points' | 'signals' | 'tokenFacts'>>

function toScore({ creatorAddress, name, points, signals, tokenFacts }: Scored) {
  const reason = 'A reason of about the length that reasons have, naming the rules or the evidence behind the score.'
  const measure = (signal: string): Measured => ({
    reading: { score: signals[signal] ?? points, reason, stub: false, confidence: 0.8 },
    evidence: {},
  })
  return buildScore({
    id: randomUUIDv7(),
    submission: {
      name,
      symbol: 'SOCK',
      description: 'Every washing machine takes one. This is the token of the other.',
      imageUrl: 'https://pictures.example/a.png',
      xHandle: '@leftsock',
      creatorAddress,
      contractAddress: null,
    },
    measured: {
      meme: measure('meme'),
      creator: measure('creator'),
      image: measure('image'),
      name: measure('name'),
      social: measure('social'),
      risk: measure('risk'),
    },
    facts: {
      source: riskSource,
      lists: null,
      token: { address: creatorAddress, ...tokenAnswer(tokenFacts) },
      otherNames: null,
    },
    prompt: newestPrompt(),
    creatorProof: 'signature',
    rescoredFrom: null,
    createdAt: epoch,
  })
}

const submissionRow = ({ submission }: ScoreResult, creatorAddress: string) => ({
  name: submission.name,
  symbol: submission.symbol,
  description: submission.description,
  image_url: submission.imageUrl,
  x_handle: submission.xHandle,
  handle: submission.xHandle.slice(1),
  creator_address: creatorAddress,
  contract_address: null,
  image_hash: imageHash,
  signed_at: epoch,
  created_at: epoch,
})

const scoreRow = (score: ScoreResult) => ({
  id: score.id,
  rescored_from: null,
  aggregate_x100: Math.round(score.aggregate * 100),
  has_stubs: false,
  prompt_version: score.promptVersion,
  prompt_name: newestPrompt().name,
  prompt_major: newestPrompt().major,
  warning_codes: listWarningCodes(score),
  contract_address: null,
  body: JSON.stringify(score),
  evidence: '{}',
  created_at: epoch,
})
