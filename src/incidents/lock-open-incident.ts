import type { Tx } from '../database/db.ts'
import { lockIncident } from './store.ts'
import { isUuid } from '../platform/uuid.ts'

/** Locks an unresolved incident until the transaction ends and returns its id. Throws when there is none. */
export async function lockOpenIncident(tx: Tx, given: string): Promise<string> {
  const id = given.toLowerCase()
  const incident = isUuid(id) ? await lockIncident(tx, id) : undefined
  if (!incident) throw new Error('no incident with this id; see incident list')
  const { resolvedAt } = incident
  if (resolvedAt) throw new Error(`this incident was resolved at ${resolvedAt.toISOString()}; open a new one`)
  return id
}
