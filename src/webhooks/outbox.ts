import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Event } from '../../contract/schemas/event.ts'
import { insertEvent } from './event-store.ts'

interface Options {
  /** Only subscriptions of this key lineage receive the event. */
  audienceId?: string
}

/** Stores an event and its deliveries in the transaction of the change that the event reports (D43). */
export async function enqueue(deps: Deps, tx: Tx, { event, data }: Event, { audienceId }: Options = {}): Promise<void> {
  const scoreId = 'scoreId' in data ? data.scoreId : data.scoreRequestId
  const envelope = toEnvelope(deps, event, data)
  await insertEvent(tx, { ...envelope, scoreId, audienceId: audienceId ?? null })
}

export function toEnvelope({ clock, random }: Pick<Deps, 'clock' | 'random'>, event: string, data: object) {
  const id = `evt_${random.uuid().replaceAll('-', '')}`
  const createdAt = clock.now()
  const body = JSON.stringify({ id, event, timestamp: createdAt.toISOString(), data })
  return { id, event, body, createdAt }
}
