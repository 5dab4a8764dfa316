import type { LeadState } from '../../contract/lead.ts'
import { parseScore, type ScoreResult } from '../../contract/schemas/score.ts'
import { dayMs } from '../../contract/time.ts'
import { listWarningCodes } from '../../contract/warning-words.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { deleteExpiredDrafts, findDraft } from './draft-store.ts'
import { foldNames } from './search-names.ts'
import { findShownBody } from './store.ts'
import {
  createScoreNotFoundError,
  refuseHidden,
  refuseHiddenHash,
  refuseHiddenLaunch,
  refuseHiddenPicture,
} from './visibility.ts'

// A draft is a score that was not published. It is in a table of its own, so that no list, count or comparison of other
// launches can have it (D88).

const keptMs = dayMs

export const toDraftEnd = (createdAt: Date): Date => new Date(createdAt.getTime() + keptMs)

interface ShownDraft {
  score: ScoreResult
  body: string
  imageHash: string
  expiresAt: string
}

/** Undefined when there is none or it has ended. Throws `hidden` if a take-down covers its launch or its image (D116). */
export async function findShownDraft({ db, clock }: Deps, id: string): Promise<ShownDraft | undefined> {
  const draft = await findDraft(db, { id, now: clock.now() })
  if (!draft) return undefined
  const { body, imageHash, expiresAt } = draft
  const score = parseScore(body)
  const names = foldNames(score.submission)
  const creatorAddress = score.submission.creatorAddress.toLowerCase()
  const { needsPicture } = await refuseHiddenLaunch(db, { creatorAddress, names })
  if (needsPicture) await refuseHiddenPicture(db, { names, imageHash })
  await refuseHiddenHash(db, imageHash)
  return { score, body, imageHash, expiresAt: expiresAt.toISOString() }
}

/** Nothing is known of a draft beside the record. */
export const toDraftState = (score: ScoreResult): LeadState => ({
  warnings: listWarningCodes(score),
  isUnsigned: score.creatorProof === 'none',
  outcome: null,
  outcomeAt: null,
  outcomeCause: null,
  story: null,
  newer: null,
})

/** The text of a published score or of a draft. */
export async function getCreatedBody(deps: Deps, id: string): Promise<string> {
  const found = await findShownBody(deps.db, id)
  refuseHidden(found?.hiddenReason)
  const body = found?.body ?? (await findShownDraft(deps, id))?.body
  if (body === undefined) throw createScoreNotFoundError()
  return body
}

/** The error of a verb that needs a published score and found none: `conflict` for a draft, `absent` otherwise. */
export async function createUnpublishedError(
  deps: Deps,
  id: string,
  absent: () => ApiError = createScoreNotFoundError,
): Promise<ApiError> {
  return (await findShownDraft(deps, id)) ? createDraftError() : absent()
}

/** For verbs that check something else before they look for the score. */
export async function refuseDraft(deps: Deps, id: string): Promise<void> {
  if (await findShownDraft(deps, id)) throw createDraftError()
}

const createDraftError = () =>
  new ApiError(
    'conflict',
    'This score is a draft. Send its submission to POST /v1/score without `draft`, and use the id of the new score.',
  )

/** Their images are deleted with the expired uploads. */
export const pruneDrafts = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteExpiredDrafts(db, clock.now(), signal)
