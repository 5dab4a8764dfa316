import type { Deps } from '../src/deps.ts'
import { buildScore } from '../src/scoring/build-score.ts'
import { foldNames } from '../src/scoring/identity/search-names.ts'
import type { CreatorProof } from '../contract/schemas/score.ts'
import { findStoredSubmission, insertScore, insertSubmission } from '../src/scoring/store.ts'
import { newestPrompt } from '../src/judge/prompts.ts'
import type { TokenFacts } from '../src/providers/token-risk.ts'
import type { Measured, Submission } from '../src/signals/schemas.ts'
import { riskSource, tokenAnswer } from './token-answers.ts'

interface Seed extends Partial<Submission> {
  /** In any case. */
  creatorAddress: string
  /** Of each of the six signals; 80 when absent. */
  points?: number
  hasStubs?: boolean
  isDeployer?: boolean
  createdAt?: Date
  /** What the token-risk provider knows about the token, from which warnings follow. */
  tokenFacts?: Partial<TokenFacts>
  /** A score that it re-scores. */
  rescoredFrom?: string
  /** `signature` by default. */
  creatorProof?: CreatorProof
  /** 64 hex digits; without it, all seeds have the same picture. */
  imageHash?: string
}

/** A stored score as `POST /v1/score` would have left it, without asking anybody; its id. */
export async function seedScore({ db, random, clock }: Deps, seed: Seed) {
  const {
    points = 80,
    hasStubs = false,
    tokenFacts = {},
    isDeployer = false,
    createdAt = clock.now(),
    rescoredFrom = null,
    creatorProof = 'signature',
    imageHash = image.hash,
    ...over
  } = seed
  const submission = { ...leftSock, ...over, creatorAddress: seed.creatorAddress.toLowerCase() }
  const one: Measured = { reading: { score: points, reason: 'Seeded.', stub: false, confidence: null }, evidence: '{}' }
  const risk = { ...one, reading: { ...one.reading, stub: hasStubs } }
  const measured = { meme: one, creator: one, image: one, name: one, social: one, risk }
  const [id, prompt] = [random.uuid(), newestPrompt()]
  const token = { address: `0x${'7'.repeat(40)}`, ...tokenAnswer(tokenFacts) }
  const facts = { source: riskSource, lists: null, token, otherNames: null }
  const score = buildScore({ id, submission, measured, facts, prompt, creatorProof, rescoredFrom, createdAt })
  await db.transaction().execute(async (tx) => {
    const replay = rescoredFrom ? await findStoredSubmission(tx, rescoredFrom) : undefined
    const submissionId = replay?.submissionId ?? random.uuid()
    const body = JSON.stringify(score)
    const row = {
      score,
      body,
      submissionId,
      submission,
      prompt,
      isCurrent: true,
      evidence: '{}',
      isDeployer,
      createdAt,
    }
    if (!replay)
      await insertSubmission(tx, {
        submissionId,
        submission,
        names: foldNames(submission),
        image: { ...image, hash: imageHash },
        creatorProof,
        createdAt,
      })
    await insertScore(tx, row)
  })
  return id
}

const image = { hash: '0'.repeat(64), bytes: Buffer.alloc(0), mediaType: 'image/png', width: 64, height: 64 } as const

const leftSock: Submission = {
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/a.png',
  xHandle: '@leftsock',
  creatorAddress: '',
  contractAddress: null,
}
