import { Type } from 'typebox'
import { ApiError } from '../platform/errors.ts'
import { isUuid } from '../../contract/uuid.ts'

/** Pages answer 404 for a malformed id, while the API answers 400. */
export const IdParam = Type.Object({ id: Type.String() })

/** Throws `not_found` for a malformed id. */
export function getPageId(id: string, what: string): string {
  if (!isUuid(id)) throw createPageNotFoundError(what)
  return id.toLowerCase()
}

export const createPageNotFoundError = (what: string) =>
  new ApiError('not_found', `There is no ${what} with this id. Check the link: it may be incomplete or mistyped.`)
