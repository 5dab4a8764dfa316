import type { Deps, Tx } from '../deps.ts'
import type { Picture } from '../providers/images.ts'
import { measure } from '../signals/measure.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Measured, SignalName, Submission } from '../signals/schemas.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { buildScore } from './build-score.ts'
import type { ScoreResult } from './schemas.ts'
import { findStanding, insertScore } from './store.ts'

export type RecordDeps = Pick<Deps, 'config' | 'db' | 'model' | 'creatorData' | 'tokenRisk' | 'clock' | 'random'>

export interface Subject {
  submission: Submission
  picture: Promise<Picture>
  prompt: PromptVersion
  rescoredFrom: string | null
  /** Writes what the record stands on, in its transaction, before it. */
  insertGround: (tx: Tx, picture: Picture) => Promise<{ submissionId: string }>
}

export interface Recorded {
  id: string
  /** The ScoreResult as it is stored and sent. */
  body: string
}

/**
 * Measures a subject and writes its score with everything behind it and its event: all of it, or nothing.
 * `seal` runs in the same transaction.
 */
export async function recordScore(
  deps: RecordDeps,
  subject: Subject,
  { signal, seal }: { signal: AbortSignal; seal: (tx: Tx, scoreId: string) => Promise<void> },
): Promise<Recorded> {
  const { submission, prompt, rescoredFrom, insertGround } = subject
  const { picture, measured } = await measureSubject(deps, subject, signal)
  const createdAt = deps.clock.now()
  const score = buildScore({ id: deps.random.uuid(), submission, measured, prompt, rescoredFrom, createdAt })
  const body = JSON.stringify(score)
  await deps.db.transaction().execute(async (tx) => {
    const { submissionId } = await insertGround(tx, picture)
    await insertScore(tx, { score, body, submissionId, prompt, submission, evidence: evidenceOf(measured), createdAt })
    await enqueue(deps, tx, { event: 'score.created', data: announcementOf(score) })
    await seal(tx, score.id)
  })
  return { id: score.id, body }
}

/** What the caller got wrong (the picture) is said before what a provider did wrong. */
async function measureSubject(deps: RecordDeps, subject: Subject, signal: AbortSignal) {
  const standing = findStanding(deps.db, subject.submission, deps.clock.now())
  const measuring = measure(deps, { ...subject, standing }, signal)
  measuring.catch(() => {}) // awaited below, after the picture
  return { picture: await subject.picture, measured: await measuring }
}

const evidenceOf = (measured: Record<SignalName, Measured>) =>
  Object.fromEntries(Object.entries(measured).map(([signal, { evidence }]) => [signal, evidence]))

const announcementOf = ({ id, aggregate, band, hasStubs, submission, createdAt }: ScoreResult) => ({
  scoreId: id,
  aggregate,
  band,
  hasStubs,
  contractAddress: submission.contractAddress,
  createdAt,
})
