import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { findScoreBody } from '../scoring/store.ts'

/** The score that a picture is of. Throws `not_found`. */
export async function knownScore(reads: Deps['reads'], id: string): Promise<ScoreResult> {
  const body = await findScoreBody(reads, id)
  if (body === undefined) throw new ApiError('not_found', 'There is no score with this id.')
  return JSON.parse(body) as ScoreResult // written by the service in this shape
}
