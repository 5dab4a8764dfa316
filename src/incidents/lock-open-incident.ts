import type { Tx } from '../database/db.ts'
import { ApiError } from '../platform/errors.ts'
import { isUuid } from '../../contract/uuid.ts'
import { lockIncident } from './store.ts'

export type Refused = { refused: 'unknown' } | { refused: 'resolved'; at: string }

/** Locks an unresolved incident until the transaction ends, or says why there is none. */
export async function lockOpenIncident(tx: Tx, given: string): Promise<{ id: string } | Refused> {
  const id = given.toLowerCase()
  const incident = isUuid(id) ? await lockIncident(tx, id) : undefined
  if (!incident) return { refused: 'unknown' }
  const { resolvedAt } = incident
  return resolvedAt ? { refused: 'resolved', at: resolvedAt.toISOString() } : { id }
}

/** For the command line. */
export function throwLine<T extends object>(result: T | Refused): asserts result is Exclude<T, Refused> {
  if (!('refused' in result)) return
  throw new Error(
    result.refused === 'unknown'
      ? 'no incident with this id; see incident list'
      : `this incident was resolved at ${result.at}; open a new one`,
  )
}

/** For HTTP. */
export function throwApiError<T extends object>(result: T | Refused): asserts result is Exclude<T, Refused> {
  if (!('refused' in result)) return
  throw result.refused === 'unknown'
    ? new ApiError('not_found', 'There is no incident with this id.')
    : new ApiError('conflict', `This incident was resolved at ${result.at}. Open a new one.`)
}
