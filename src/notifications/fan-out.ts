import type { Deps } from '../deps.ts'
import { type DueSlot, claimDueSlots, insertSends, updateSlotStates } from './store.ts'
import { usefulUntil } from './useful-until.ts'

const slotsAtOnce = 100

export interface FannedOut {
  skipped: number
  cancelled: number
}

/**
 * Makes a send for each transport of every slot that is due. One found so late that it says nothing any more is
 * `skipped`, one of a schedule that isn't the launch's any more `cancelled`.
 */
export async function fanOut(deps: Pick<Deps, 'db' | 'transports' | 'clock' | 'random'>): Promise<FannedOut> {
  const total = { skipped: 0, cancelled: 0 }
  for (;;) {
    const { found, skipped, cancelled } = await fanOutSome(deps)
    total.skipped += skipped
    total.cancelled += cancelled
    if (found < slotsAtOnce) return total
  }
}

type Deed = 'send' | 'skip' | 'cancel'

const fanOutSome = ({ db, transports, clock, random }: Pick<Deps, 'db' | 'transports' | 'clock' | 'random'>) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const slots = await claimDueSlots(tx, now, slotsAtOnce)
    const idsFor = (deed: Deed) => slots.filter((slot) => deedOf(slot, now) === deed).map(({ id }) => id)
    const [slotIds, late, stale] = [idsFor('send'), idsFor('skip'), idsFor('cancel')]
    await updateSlotStates(tx, late, 'skipped')
    await updateSlotStates(tx, stale, 'cancelled')
    const sends = slotIds.flatMap((slotId) =>
      transports.map((transport) => ({ id: random.uuid(), slotId, transport: transport.name })),
    )
    await insertSends(tx, { slotIds, sends, now })
    return { found: slots.length, skipped: late.length, cancelled: stale.length }
  })

function deedOf({ slot, scheduledFor, isCurrent }: DueSlot, now: Date): Deed {
  if (!isCurrent) return 'cancel'
  return now < usefulUntil(slot, scheduledFor) ? 'send' : 'skip'
}
