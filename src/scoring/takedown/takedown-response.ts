import { toChecksumAddress } from '../../../contract/address.ts'
import type { Takedown, TakedownEntry } from '../../../contract/schemas/takedown.ts'
import type { TakenDown } from './take-down.ts'
import type { LogEntry } from './takedown-store.ts'

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
