import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Event } from '../../contract/schemas/event.ts'
import { insertEvent } from './event-store.ts'

interface Options {
  /** Only subscriptions of this key lineage receive the event. */
  audienceId?: string
}

/**
 * Stores an event and its deliveries in the transaction of the change that the event reports (D43). An event about a
 * test key's record goes only to the key's lineage (D77).
 */
export async function enqueue(deps: Deps, tx: Tx, { event, data }: Event, { audienceId }: Options = {}): Promise<void> {
  const envelope = toEnvelope(deps, event, data)
  await insertEvent(tx, {
    ...envelope,
    scoreId: findScoreId(data),
    contract: findContract(data)?.toLowerCase() ?? null,
    audienceId: audienceId ?? null,
  })
}

/** null: the event is about no score. */
function findScoreId(data: Event['data']): string | null {
  if ('scoreId' in data) return data.scoreId
  return 'scoreRequestId' in data ? data.scoreRequestId : null
}

/** The contract that the event names, which the submission may not have named; null: none. */
function findContract(data: Event['data']): string | null {
  if ('tokenAddress' in data) return data.tokenAddress
  return 'contractAddress' in data ? data.contractAddress : null
}

export function toEnvelope({ clock, random }: Pick<Deps, 'clock' | 'random'>, event: string, data: object) {
  const id = `evt_${random.uuid().replaceAll('-', '')}`
  const createdAt = clock.now()
  const body = JSON.stringify({ id, event, timestamp: createdAt.toISOString(), data })
  return { id, event, body, createdAt }
}
