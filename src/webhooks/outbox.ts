import type { Deps, Tx } from '../deps.ts'
import type { Event } from './event.ts'
import { insertEvent } from './store.ts'

/** Writes an event in the transaction of what it reports (D43): neither is there without the other. */
export async function enqueue(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { event, data }: Event,
): Promise<void> {
  const id = `evt_${random.uuid().replaceAll('-', '')}`
  const createdAt = clock.now()
  const body = JSON.stringify({ id, event, timestamp: createdAt.toISOString(), data })
  await insertEvent(tx, { id, event, body, createdAt })
}
