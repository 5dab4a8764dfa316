import { parseNonzeroAddress, toChecksumAddress } from '../../contract/address.ts'
import type { Takedown, TakedownEntry } from '../../contract/schemas/operations.ts'
import { isReadable, normaliseText } from '../../contract/text.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { TakedownAction } from '../database/column-types.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, getActor, UsageError } from '../platform/cli/command.ts'
import { ApiError } from '../platform/errors.ts'
import { announceChange } from '../webhooks/announce-visibility.ts'
import {
  announceTakedown,
  deleteCoveringTakedowns,
  deleteCreatorTakedown,
  deleteHiddenImages,
  findNamedSubmission,
  insertLogEntry,
  listShownWithImages,
  type LockedSubmission,
  lockImages,
  lockSameLaunch,
  lockSubmissionsOf,
  type LogEntry,
  updateCoverage,
  updateHiddenReasons,
  upsertTakedown,
} from './takedown-store.ts'
import { createScoreNotFoundError } from './visibility.ts'

/**
 * A creator by lower-case address, or a score, which stands for the creator's (or everybody's) submissions of the same
 * launch.
 */
export type TakedownTarget = { creatorAddress: string } | { scoreId: string; isForEverybody?: boolean }

interface Change {
  target: TakedownTarget
  reason: string
  actor: string
}

export interface TakenDown extends LogEntry {
  isHidden: boolean
  sameImage: string[]
}

/**
 * Hides a launch or a creator everywhere, refuses to score it again, and deletes images that nothing visible uses (D78,
 * D116).
 */
export const hide = (deps: Deps, change: Change): Promise<TakenDown> => apply(deps, 'hidden', change)

/** Deleted images stay deleted until somebody submits them again. */
export const unhide = (deps: Deps, change: Change): Promise<TakenDown> => apply(deps, 'unhidden', change)

const maxSameImage = 50

function apply(deps: Deps, action: TakedownAction, { target, reason, actor }: Change): Promise<TakenDown> {
  return deps.db.transaction().execute(async (tx) => {
    const doneAt = deps.clock.now()
    const change = { action, reason, doneAt }
    const { submissions, ...subject } = await ('creatorAddress' in target
      ? applyToCreator(tx, target.creatorAddress, change)
      : applyToLaunch(tx, target, change))
    const hashes = [...new Set(submissions.map(({ imageHash }) => imageHash))]
    await lockImages(tx, hashes)
    const submissionIds = await updateHiddenReasons(
      tx,
      submissions.map(({ id }) => id),
    )
    await deleteHiddenImages(tx, hashes)
    const scoreId = 'scoreId' in target ? target.scoreId : null
    const entry = { id: deps.random.uuid(), ...subject, scoreId, action, reason, actor, doneAt }
    await insertLogEntry(tx, entry)
    await announceTakedown(tx)
    const event = action === 'hidden' ? 'score.hidden' : 'score.restored'
    await announceChange(deps, tx, { event, submissionIds, reason, changedAt: doneAt })
    const sameImage = action === 'hidden' ? await listShownWithImages(tx, hashes, maxSameImage) : []
    return { ...entry, isHidden: action === 'hidden', sameImage }
  })
}

interface Applied {
  kind: 'creator' | 'submission'
  subject: string
  isForEverybody: boolean
  /** Submissions that the change may hide or show. */
  submissions: LockedSubmission[]
}

type ChangeOfState = Pick<LogEntry, 'action' | 'reason' | 'doneAt'>

async function applyToCreator(tx: Tx, address: string, { action, reason, doneAt }: ChangeOfState): Promise<Applied> {
  const submissions = await lockSubmissionsOf(tx, address)
  const subject = { kind: 'creator' as const, subject: address }
  if (action === 'hidden') await upsertTakedown(tx, { ...subject, reason, hiddenAt: doneAt })
  else if (!(await deleteCreatorTakedown(tx, address))) throw new ApiError('conflict', 'This creator is not hidden.')
  return { ...subject, isForEverybody: false, submissions }
}

async function applyToLaunch(
  tx: Tx,
  { scoreId, isForEverybody = false }: { scoreId: string; isForEverybody?: boolean },
  { action, reason, doneAt }: ChangeOfState,
): Promise<Applied> {
  const named = await findNamedSubmission(tx, scoreId)
  if (!named) throw createScoreNotFoundError()
  const subject = { kind: 'submission' as const, subject: named.id }
  if (action === 'hidden') {
    const submissions = await lockSameLaunch(tx, named, isForEverybody)
    await upsertTakedown(tx, { ...subject, reason, hiddenAt: doneAt })
    await updateCoverage(tx, { id: named.id, isForEverybody })
    return { ...subject, isForEverybody, submissions }
  }
  const submissions = await lockSameLaunch(tx, named, true)
  const ended = await deleteCoveringTakedowns(tx, named)
  if (!ended)
    throw new ApiError('conflict', 'This score is not hidden by itself. If its creator is hidden, unhide the creator.')
  return { ...subject, isForEverybody: ended.wasForEverybody, submissions }
}

interface TakedownOptions {
  reason: string
  /** Applies to everybody's submissions of the launch. */
  identity?: boolean
}

type ToTarget = (given: string, options: TakedownOptions) => TakedownTarget

const createCommand =
  (change: typeof hide, toTarget: ToTarget) =>
  async (deps: Deps, given: string, options: TakedownOptions): Promise<CommandResult> => {
    const target = toTarget(given, options)
    const changed = await change(deps, { target, reason: toReason(options.reason), actor: getActor() })
    return { lines: toLines(changed), json: toTakedownResponse(changed) }
  }

function toReason(reason: string): string {
  const parsed = parseReason(reason)
  if ('fault' in parsed) throw new UsageError(`--reason ${parsed.fault}`)
  return parsed.reason
}

const toScore: ToTarget = (given, { identity }) => {
  if (!isUuid(given)) throw new UsageError(`${given} is not the id of a score`)
  return { scoreId: given.toLowerCase(), isForEverybody: identity === true }
}

function toCreator(given: string): TakedownTarget {
  const parsed = parseNonzeroAddress(given)
  if ('fault' in parsed) throw new UsageError(`the address ${parsed.fault}`)
  return { creatorAddress: parsed.address }
}

function toLines({ kind, subject, scoreId, isForEverybody, action, reason, sameImage }: TakenDown): string[] {
  const launch = `score ${scoreId ?? ''}${isForEverybody ? ' and everybody’s submissions of the same launch' : ''}`
  const what = kind === 'creator' ? `creator ${toChecksumAddress(subject)}` : launch
  const others = sameImage.map((id) => `still shown with the same image: score ${id}`)
  return [`${what} ${isForEverybody ? 'are' : 'is'} ${action}: ${reason}`, ...others]
}

export const hideScoreCommand = createCommand(hide, toScore)

export const unhideScoreCommand = createCommand(unhide, toScore)

export const hideCreatorCommand = createCommand(hide, toCreator)

export const unhideCreatorCommand = createCommand(unhide, toCreator)

export const toEntryResponse = (entry: LogEntry & { isHidden: boolean }): TakedownEntry => ({
  id: entry.id,
  action: entry.action,
  scoreId: entry.scoreId,
  creatorAddress: entry.kind === 'creator' ? toChecksumAddress(entry.subject) : null,
  identity: entry.isForEverybody,
  reason: entry.reason,
  actor: entry.actor,
  doneAt: entry.doneAt.toISOString(),
  isHidden: entry.isHidden,
})

export const toTakedownResponse = (taken: TakenDown): Takedown => ({
  ...toEntryResponse(taken),
  sameImage: taken.sameImage,
})

const maxReasonLength = 500

/** Returns the fault in words that follow the field's name. */
export function parseReason(given: string): { reason: string } | { fault: string } {
  const result = normaliseText(given, 'line')
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  if (Array.from(result.text).length > maxReasonLength)
    return { fault: `must have at most ${maxReasonLength} characters` }
  return { reason: result.text }
}
