import type { TakedownAction } from '../../database/column-types.ts'
import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import { createScoreNotFoundError } from '../shown/create-score-not-found-error.ts'
import {
  type LockedSubmission,
  type LogEntry,
  announceTakedown,
  deleteHiddenImages,
  deleteTakedown,
  insertLogEntry,
  listShownWithImages,
  lockImages,
  lockSubmission,
  lockSubmissionsOf,
  updateHiddenReasons,
  upsertTakedown,
} from './takedown-store.ts'

/** A score, which stands for its submission with all its scores, or a creator by lower-case address. */
export type TakedownTarget = { scoreId: string } | { creatorAddress: string }

interface Change {
  target: TakedownTarget
  /** Shown to the public. */
  reason: string
  /** The operator, for the log. */
  actor: string
}

/** The entry in the log, and the shown scores that have the same image. */
export interface TakenDown extends LogEntry {
  isHidden: boolean
  sameImage: string[]
}

type TakedownDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Hides a submission or a creator from every page, list and read, and deletes images that nothing shown has (D78). */
export const hide = (deps: TakedownDeps, change: Change): Promise<TakenDown> => apply(deps, 'hidden', change)

/** Shows again what was taken down. Deleted images stay deleted until somebody submits them again. */
export const unhide = (deps: TakedownDeps, change: Change): Promise<TakenDown> => apply(deps, 'unhidden', change)

const maxSameImage = 50

function apply(deps: TakedownDeps, action: TakedownAction, { target, reason, actor }: Change): Promise<TakenDown> {
  return deps.db.transaction().execute(async (tx) => {
    const submissions = await lockTarget(tx, target)
    const subject = toSubject(target, submissions)
    const doneAt = deps.clock.now()
    if (action === 'hidden') await upsertTakedown(tx, { ...subject, reason, hiddenAt: doneAt })
    else if (!(await deleteTakedown(tx, subject))) throw createNotHiddenError(target)
    const hashes = [...new Set(submissions.map(({ imageHash }) => imageHash))]
    await lockImages(tx, hashes)
    await updateHiddenReasons(
      tx,
      submissions.map(({ id }) => id),
    )
    await deleteHiddenImages(tx, hashes)
    const scoreId = 'scoreId' in target ? target.scoreId : null
    const entry = { id: deps.random.uuid(), ...subject, scoreId, action, reason, actor, doneAt }
    await insertLogEntry(tx, entry)
    await announceTakedown(tx)
    const sameImage = action === 'hidden' ? await listShownWithImages(tx, hashes, maxSameImage) : []
    return { ...entry, isHidden: action === 'hidden', sameImage }
  })
}

async function lockTarget(tx: Tx, target: TakedownTarget): Promise<LockedSubmission[]> {
  if ('creatorAddress' in target) return lockSubmissionsOf(tx, target.creatorAddress)
  const submission = await lockSubmission(tx, target.scoreId)
  if (!submission) throw createScoreNotFoundError()
  return [submission]
}

const toSubject = (target: TakedownTarget, [first]: LockedSubmission[]) =>
  'creatorAddress' in target
    ? { kind: 'creator' as const, subject: target.creatorAddress }
    : { kind: 'submission' as const, subject: first?.id ?? '' }

const createNotHiddenError = (target: TakedownTarget) =>
  'creatorAddress' in target
    ? new ApiError('conflict', 'This creator is not hidden.')
    : new ApiError('conflict', 'This score is not hidden by itself. If its creator is hidden, unhide the creator.')
