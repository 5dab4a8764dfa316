import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../src/deps.ts'
import { bandOf } from '../src/scoring/band.ts'

export interface SeededScore {
  id: string
  submissionId: string
  aggregateX100: number
  createdAt: Date
  hasStubs: boolean
  major: number
}

/** A submission as `POST /v1/score` would have left it; its id. */
export async function seedSubmission(db: Db, over: { name?: string; creatorAddress?: string } = {}): Promise<string> {
  const { name = 'Left Sock', creatorAddress = `0x${'0'.repeat(39)}1` } = over
  const created_at = new Date(0)
  await db
    .insertInto('pictures')
    .values({ hash: 'ab', bytes: Buffer.of(0), media_type: 'image/png', width: 1, height: 1, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = randomUUIDv7()
  const texts = { name, symbol: 'SOCK', description: 'A sock.', image_url: 'https://pictures.example/a.png' }
  const handles = { x_handle: '@sock', handle: 'sock', creator_address: creatorAddress, picture_hash: 'ab' }
  await db
    .insertInto('submissions')
    .values({ id, ...texts, ...handles, created_at })
    .execute()
  return id
}

/** One more score of a submission, with as little as reads of standings look at. */
export async function seedScoreOf(
  db: Db,
  score: Pick<SeededScore, 'submissionId' | 'aggregateX100' | 'createdAt'> & Partial<SeededScore>,
): Promise<SeededScore> {
  const { id = randomUUIDv7(), hasStubs = false, major = 1, ...rest } = score
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
      band: bandOf(score.aggregateX100),
      has_stubs: hasStubs,
      prompt_version: `launch-score@${major}.0.0`,
      prompt_name: 'launch-score',
      prompt_major: major,
      contract_address: null,
      body: '{}',
      evidence: '{}',
      created_at: score.createdAt,
    })
    .execute()
  return { ...rest, id, hasStubs, major }
}
