import type { Deps, Tx } from '../deps.ts'
import { openEntrance } from '../platform/entrance.ts'
import type { Picture } from '../providers/images.ts'
import { measure } from '../signals/measure.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Measured, SignalName, Submission } from '../signals/schemas.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { buildScore } from './build-score.ts'
import type { ScoreResult } from './schemas.ts'
import { findStanding, insertGroundedScore, insertScore } from './store.ts'

export type RecordDeps = Pick<Deps, 'config' | 'db' | 'model' | 'creatorData' | 'tokenRisk' | 'clock' | 'random'>

export interface Subject {
  submission: Submission
  /** Called once. */
  takePicture: () => Promise<Picture>
  prompt: PromptVersion
  rescoredFrom: string | null
  submissionId: string
  /** The submission and its picture are new too, with the handles that the pitch names. */
  isNew: { mentions: string[] } | null
}

export interface Recorded {
  id: string
  /** The ScoreResult as it is stored and sent. */
  body: string
}

// What a score costs this process, it costs before the judge is asked: about 10 ms. 200 at once would be two seconds.
const enter = openEntrance({ places: 4, longestMs: 100 })

/**
 * Measures a subject and writes its score with everything behind it and its event: all of it, or nothing.
 * `seal` runs in the same transaction.
 */
export async function recordScore(
  deps: RecordDeps,
  subject: Subject,
  { signal, seal }: { signal: AbortSignal; seal: (tx: Tx, scoreId: string) => Promise<void> },
): Promise<Recorded> {
  const { submission, prompt, rescoredFrom, submissionId, isNew } = subject
  const { picture, measured } = await enter((begun) => measureSubject(deps, { subject, begun }, signal), signal)
  const createdAt = deps.clock.now()
  const score = buildScore({ id: deps.random.uuid(), submission, measured, prompt, rescoredFrom, createdAt })
  const body = JSON.stringify(score)
  const row = { score, body, submissionId, prompt, submission, evidence: evidenceOf(measured), createdAt }
  await deps.db.transaction().execute(async (tx) => {
    if (isNew) await insertGroundedScore(tx, { submissionId, submission, picture, ...isNew }, row)
    else await insertScore(tx, row)
    await enqueue(deps, tx, { event: 'score.created', data: announcementOf(score) })
    await seal(tx, score.id)
  })
  return { id: score.id, body }
}

/** What the caller got wrong (the picture) is said before what a provider did wrong. */
async function measureSubject(
  deps: RecordDeps,
  { subject, begun }: { subject: Subject; begun: () => void },
  signal: AbortSignal,
) {
  const picture = subject.takePicture()
  picture.then(begun, begun)
  const standing = findStanding(deps.db, subject.submission, deps.clock.now())
  const measuring = measure(deps, { ...subject, picture, standing }, signal)
  measuring.catch(() => {}) // awaited below, after the picture
  return { picture: await picture, measured: await measuring }
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
