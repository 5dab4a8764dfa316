import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../src/database/db.ts'
import { toBand } from '../src/scoring/band.ts'
import { launchIdentity } from '../src/scoring/identity/launch-identity.ts'
import { foldNames } from '../src/scoring/identity/search-names.ts'

export interface SeededScore {
  id: string
  submissionId: string
  aggregateX100: number
  createdAt: Date
  hasStubs: boolean
  major: number
  /** Made under the version that was active. */
  isCurrent: boolean
}

interface SubmissionSeed {
  /** A launch that no other submission is of when absent. */
  name?: string
  creatorAddress?: string
  /** As a release before launches had identities would have left it. */
  isUnidentified?: boolean
}

/** A submission as `POST /v1/score` would have left it; its id. */
export async function seedSubmission(db: Db, over: SubmissionSeed = {}): Promise<string> {
  const id = randomUUIDv7()
  const { name = `Left Sock ${id}`, creatorAddress = `0x${'0'.repeat(39)}1`, isUnidentified = false } = over
  const created_at = new Date(0)
  await db
    .insertInto('images')
    .values({ hash: 'ab', bytes: Buffer.of(0), media_type: 'image/png', width: 1, height: 1, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const texts = { name, symbol: 'SOCK', description: 'A sock.', image_url: 'https://pictures.example/a.png' }
  const identity = launchIdentity(foldNames({ name, symbol: 'SOCK' }), 'ab')
  const handles = { x_handle: '@sock', handle: 'sock', creator_address: creatorAddress, image_hash: 'ab' }
  await db
    .insertInto('submissions')
    .values({ id, ...texts, ...handles, ...(!isUnidentified && { identity }), created_at })
    .execute()
  return id
}

/** One more score of a submission, with only what reads of rankings need. */
export async function seedScoreFor(
  db: Db,
  score: Pick<SeededScore, 'submissionId' | 'aggregateX100' | 'createdAt'> & Partial<SeededScore>,
): Promise<SeededScore> {
  const { id = randomUUIDv7(), hasStubs = false, major = 1, isCurrent = true, ...rest } = score
  const first = await db
    .selectFrom('scores')
    .select('id')
    .where('submission_id', '=', score.submissionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  await db
    .insertInto('scores')
    .values({
      id,
      submission_id: score.submissionId,
      rescored_from: first?.id ?? null,
      aggregate_x100: score.aggregateX100,
      band: toBand(score.aggregateX100),
      has_stubs: hasStubs,
      prompt_version: `launch-score@${major}.0.0`,
      prompt_name: 'launch-score',
      prompt_major: major,
      contract_address: null,
      is_current: isCurrent,
      body: '{}',
      evidence: '{}',
      created_at: score.createdAt,
    })
    .execute()
  return { ...rest, id, hasStubs, major, isCurrent }
}
