import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../src/database/db.ts'
import { toBand } from '../contract/bands.ts'
import { launchIdentity } from '../src/scoring/identity/launch-identity.ts'
import { foldNames } from '../src/scoring/identity/search-names.ts'
import type { WarningCode } from '../contract/schemas/score.ts'

export interface SeededScore {
  id: string
  submissionId: string
  aggregateX100: number
  createdAt: Date
  hasStubs: boolean
  major: number
  /** Made under the version that was active. */
  isCurrent: boolean
  /** The deployer of the contract that the providers report. */
  reportedDeployer: string | null
  warnings: WarningCode[]
}

export interface SubmissionSeed {
  /** A launch that no other submission is of when absent. */
  name?: string
  /** A wallet that no other submission names when absent. */
  creatorAddress?: string
  contractAddress?: string | null
  /** The hash of its image; one that no other submission has when absent. */
  image?: string
  /** As a release before launches had identities would have left it. */
  isUnidentified?: boolean
}

/** A submission as `POST /v1/score` would have left it; its id. */
export async function seedSubmission(db: Db, over: SubmissionSeed = {}): Promise<string> {
  const id = randomUUIDv7()
  const hash = createHash('sha256').update(id).digest('hex')
  const { name = `Left Sock ${id}`, creatorAddress = `0x${hash.slice(0, 40)}`, isUnidentified = false } = over
  const { image = hash, contractAddress = null } = over
  const created_at = new Date(0)
  await db
    .insertInto('images')
    .values({ hash: image, bytes: Buffer.of(0), media_type: 'image/png', width: 64, height: 64, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const texts = { name, symbol: 'SOCK', description: 'A sock.', image_url: 'https://pictures.example/a.png' }
  const identity = toSeedIdentity(name, image)
  const handles = { x_handle: '@sock', handle: 'sock', creator_address: creatorAddress, image_hash: image }
  const optional = { contract_address: contractAddress, ...(!isUnidentified && { identity }) }
  await db
    .insertInto('submissions')
    .values({ id, ...texts, ...handles, ...optional, created_at })
    .execute()
  return id
}

/** The identity of a seeded submission. */
export const toSeedIdentity = (name: string, image: string): Buffer =>
  launchIdentity(foldNames({ name, symbol: 'SOCK' }), image)

/** One more score of a submission, with only what reads of rankings need. */
export async function seedScoreFor(
  db: Db,
  score: Pick<SeededScore, 'submissionId' | 'aggregateX100' | 'createdAt'> & Partial<SeededScore>,
): Promise<SeededScore> {
  const { id = randomUUIDv7(), hasStubs = false, major = 1, isCurrent = true, ...rest } = score
  const { reportedDeployer = null, warnings = [] } = score
  const submission = await db
    .selectFrom('submissions')
    .select(['contract_address', 'creator_address'])
    .where('id', '=', score.submissionId)
    .executeTakeFirstOrThrow()
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
      warning_codes: warnings,
      has_stubs: hasStubs,
      prompt_version: `launch-score@${major}.0.0`,
      prompt_name: 'launch-score',
      prompt_major: major,
      contract_address: submission.contract_address,
      is_deployer: reportedDeployer === submission.creator_address,
      reported_deployer: reportedDeployer,
      is_current: isCurrent,
      body: '{}',
      evidence: '{}',
      created_at: score.createdAt,
    })
    .execute()
  return { ...rest, id, hasStubs, major, isCurrent, reportedDeployer, warnings }
}
