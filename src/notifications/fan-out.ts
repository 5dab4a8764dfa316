import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { listEnrollers } from '../enrollment/store.ts'
import { startOfDay } from '../platform/utc-day.ts'
import { getSlotExpiry } from '../schedule/slot-expiry.ts'
import { type DueSlot, claimDueSlots, markFannedOut, updateSlotStates } from '../schedule/store.ts'
import { type AnnouncementSource, createAnnouncementQuota } from './announcement-quota.ts'
import type { Channel } from './channels/channel.ts'
import { listAnnounced } from './approval-store.ts'
import { mayAnnounce } from './may-announce.ts'
import { type SkipReason, insertSends } from './store.ts'
import { countAnnouncements } from './turn-store.ts'

const batchSize = 100

interface FannedOut {
  skipped: number
  cancelled: number
}

export async function fanOut(deps: Deps): Promise<FannedOut> {
  const total = { skipped: 0, cancelled: 0 }
  for (;;) {
    const { claimed, skipped, cancelled } = await fanOutBatch(deps)
    total.skipped += skipped
    total.cancelled += cancelled
    if (claimed < batchSize) return total
  }
}

const fanOutBatch = (deps: Deps) =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const slots = await listSlotsWithAction(tx, now)
    const select = (action: SlotAction) => slots.filter((slot) => slot.action === action)
    const listIds = (action: SlotAction) => select(action).map(({ id }) => id)
    const [late, stale] = [listIds('skip'), listIds('cancel')]
    await updateSlotStates(tx, late, 'skipped')
    await updateSlotStates(tx, stale, 'cancelled')
    await createSends(deps, tx, { slots: select('send'), now })
    await markFannedOut(tx, listIds('send'), now)
    return { claimed: slots.length, skipped: late.length, cancelled: stale.length }
  })

type SlotAction = 'send' | 'skip' | 'cancel'
type ClaimedSlot = DueSlot & AnnouncementSource & { action: SlotAction }

async function listSlotsWithAction(tx: Tx, now: Date): Promise<ClaimedSlot[]> {
  const slots = await claimDueSlots(tx, now, batchSize)
  const enrollers = await listEnrollers(
    tx,
    slots.map(({ enrollmentId }) => enrollmentId),
  )
  const byEnrollment = new Map(enrollers.map((enroller) => [enroller.enrollmentId, enroller]))
  return slots.map((slot) => {
    const { creator = '', enrolledFrom, scheduleVersion, isHidden = false } = byEnrollment.get(slot.enrollmentId) ?? {}
    const isCurrent = slot.version === scheduleVersion
    return {
      ...slot,
      creator,
      enrolledFrom: enrolledFrom ?? '',
      action: decideAction(slot, { isCurrent, isHidden, now }),
    }
  })
}

function decideAction(
  { slot, scheduledFor }: DueSlot,
  { isCurrent, isHidden, now }: { isCurrent: boolean; isHidden: boolean; now: Date },
): SlotAction {
  if (!isCurrent) return 'cancel'
  if (isHidden) return 'skip'
  return now < getSlotExpiry(slot, scheduledFor) ? 'send' : 'skip'
}

async function createSends(
  { channels, random, config }: Deps,
  tx: Tx,
  { slots, now }: { slots: ClaimedSlot[]; now: Date },
): Promise<void> {
  const quotas = await createQuotas(tx, { channels, slots, now })
  const launches = await listAnnounced(
    tx,
    slots.map(({ enrollmentId }) => enrollmentId),
  )
  const findReason = (channel: string, { enrollmentId, creator, enrolledFrom }: ClaimedSlot): SkipReason | null => {
    const quota = quotas.get(channel)
    if (!quota) return null // Subscribers asked for their reminders, so web push has no quota.
    const launch = launches.get(enrollmentId)
    if (!launch || !mayAnnounce(config.notify.announce, launch)) return 'not_announced'
    return quota({ creator, enrolledFrom }) ? null : 'quota'
  }
  const sends = slots.flatMap((due) => {
    const { id: slotId, slot, scheduledFor, creator, enrolledFrom } = due
    return channels.map(({ name }) => ({
      id: random.uuid(),
      slotId,
      channel: name,
      expiresAt: getSlotExpiry(slot, scheduledFor),
      creator,
      enrolledFrom,
      skipReason: findReason(name, due),
    }))
  })
  await insertSends(tx, sends, now)
}

async function createQuotas(
  tx: Tx,
  { channels, slots, now }: { channels: Channel[]; slots: AnnouncementSource[]; now: Date },
): Promise<Map<string, (by: AnnouncementSource) => boolean>> {
  const shared = channels.filter(({ isShared }) => isShared).map(({ name }) => name)
  const made = await countAnnouncements(tx, { channels: shared, slots, since: startOfDay(now) })
  return new Map(shared.map((name) => [name, createAnnouncementQuota(made.filter(({ channel }) => channel === name))]))
}
