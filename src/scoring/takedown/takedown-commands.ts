import type { Deps } from '../../deps.ts'
import { parseNonzeroAddress, toChecksumAddress } from '../../../contract/address.ts'
import { type CommandResult, UsageError } from '../../platform/cli/command.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { type TakedownTarget, type TakenDown, hide, unhide } from './take-down.ts'
import { parseReason } from './takedown-reason.ts'
import { toTakedownResponse } from './takedown-response.ts'

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
