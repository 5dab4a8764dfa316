import { Type } from 'typebox'
import { ApiError } from '../platform/errors.ts'

/** Whatever stands in the path: to somebody who reads a page, an id that is none leads to nothing, as an unknown one does. */
export const IdParam = Type.Object({ id: Type.String() })

/** The id in lower case; throws what makes the page for things that aren't there. */
export function idOfPage(id: string, what: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw noSuchPage(what)
  return id.toLowerCase()
}

export const noSuchPage = (what: string) =>
  new ApiError('not_found', `There is no ${what} with this id. The link may be cut off, or mistyped.`)
