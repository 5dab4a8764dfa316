import type { Deps } from '../src/deps.ts'
import { buildScore } from '../src/scoring/build-score.ts'
import { insertPicture, insertScore, insertSubmission } from '../src/scoring/store.ts'
import { activePrompt } from '../src/judge/prompts.ts'
import type { Measured, Submission } from '../src/signals/schemas.ts'

interface Seed extends Partial<Submission> {
  /** In any case. */
  creatorAddress: string
  /** Of each of the six signals; 80 when absent. */
  points?: number
  hasStubs?: boolean
  createdAt?: Date
}

/** A stored score as `POST /v1/score` would have left it, without asking anybody; its id. */
export async function seedScore({ db, random, clock }: Pick<Deps, 'db' | 'random' | 'clock'>, seed: Seed) {
  const { points = 80, hasStubs = false, createdAt = clock.now(), ...over } = seed
  const submission = { ...leftSock, ...over, creatorAddress: seed.creatorAddress.toLowerCase() }
  const one: Measured = { reading: { score: points, reason: 'Seeded.', stub: false, confidence: null }, evidence: {} }
  const risk = { ...one, reading: { ...one.reading, stub: hasStubs } }
  const measured = { meme: one, creator: one, image: one, name: one, social: one, risk }
  const [id, submissionId, prompt] = [random.uuid(), random.uuid(), activePrompt()]
  const score = buildScore({ id, submission, measured, prompt, rescoredFrom: null, createdAt })
  await db.transaction().execute(async (tx) => {
    await insertPicture(tx, picture, createdAt)
    await insertSubmission(tx, { id: submissionId, submission, pictureHash: picture.hash, createdAt })
    const body = JSON.stringify(score)
    await insertScore(tx, { score, body, submissionId, submission, prompt, evidence: {}, createdAt })
  })
  return id
}

const picture = { hash: '0'.repeat(64), bytes: Buffer.alloc(0), mediaType: 'image/png', width: 1, height: 1 } as const

const leftSock: Submission = {
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: 'https://pictures.example/a.png',
  xHandle: '@leftsock',
  creatorAddress: '',
  contractAddress: null,
}
