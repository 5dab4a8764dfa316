import type { Deps } from '../../deps.ts'
import { parseNonzeroAddress, toChecksumAddress } from '../../platform/address.ts'
import { type Command, type CommandCall, UsageError } from '../../platform/cli/command.ts'
import { getActor } from '../../platform/cli/get-actor.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type TakedownTarget, type TakenDown, hide, unhide } from './take-down.ts'
import { parseReason } from './takedown-reason.ts'
import { toTakedownResponse } from './takedown-response.ts'

type TakedownCommand = Command<Pick<Deps, 'db' | 'clock' | 'random'>>

const createCommand = (change: typeof hide, toTarget: (given: string) => TakedownTarget): TakedownCommand => ({
  run: async (deps, { positionals: [given = ''], options }) => {
    const changed = await change(deps, { target: toTarget(given), reason: toReason(options), actor: getActor() })
    return { lines: toLines(changed), json: toTakedownResponse(changed) }
  },
})

function toReason({ reason }: CommandCall['options']): string {
  if (typeof reason !== 'string') throw new UsageError('missing --reason')
  const parsed = parseReason(reason)
  if ('fault' in parsed) throw new UsageError(`--reason ${parsed.fault}`)
  return parsed.reason
}

function toScore(given: string): TakedownTarget {
  if (!isUuid(given)) throw new UsageError(`${given} is not the id of a score`)
  return { scoreId: given.toLowerCase() }
}

function toCreator(given: string): TakedownTarget {
  const parsed = parseNonzeroAddress(given)
  if ('fault' in parsed) throw new UsageError(`the address ${parsed.fault}`)
  return { creatorAddress: parsed.address }
}

function toLines({ kind, subject, scoreId, action, reason, sameImage }: TakenDown): string[] {
  const what = kind === 'creator' ? `creator ${toChecksumAddress(subject)}` : `score ${scoreId ?? ''}`
  const others = sameImage.map((id) => `still shown with the same image: score ${id}`)
  return [`${what} is ${action}: ${reason}`, ...others]
}

/** launchscore score hide */
export const hideScoreCommand = createCommand(hide, toScore)

/** launchscore score unhide */
export const unhideScoreCommand = createCommand(unhide, toScore)

/** launchscore creator hide */
export const hideCreatorCommand = createCommand(hide, toCreator)

/** launchscore creator unhide */
export const unhideCreatorCommand = createCommand(unhide, toCreator)
