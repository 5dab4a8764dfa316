import type { Deps, Tx } from '../deps.ts'
import type { Event } from './event.ts'
import { insertEvent } from './store.ts'

/** Writes an event and its deliveries in the transaction of what it reports (D43): none is there without the others. */
export async function enqueue(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { event, data }: Event,
): Promise<void> {
  await insertEvent(tx, envelopeOf({ clock, random }, event, data))
}

/** An event as it is kept: `body` is what subscribers get, byte for byte. */
export function envelopeOf({ clock, random }: Pick<Deps, 'clock' | 'random'>, event: string, data: object) {
  const id = `evt_${random.uuid().replaceAll('-', '')}`
  const createdAt = clock.now()
  const body = JSON.stringify({ id, event, timestamp: createdAt.toISOString(), data })
  return { id, event, body, createdAt }
}
