import type { Tx } from '../deps.ts'
import { lockIncident } from './store.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The id of an incident that lasts, held against others until the transaction ends. Throws when there is none. */
export async function lastingIncident(tx: Tx, given: string): Promise<string> {
  const id = given.toLowerCase()
  const incident = uuid.test(id) ? await lockIncident(tx, id) : undefined
  if (!incident) throw new Error('there is no incident with this id: see incident list')
  const { resolvedAt } = incident
  if (resolvedAt) throw new Error(`this incident is resolved since ${resolvedAt.toISOString()}: open a new one`)
  return id
}
