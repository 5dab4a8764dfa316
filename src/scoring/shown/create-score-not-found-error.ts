import { ApiError } from '../../platform/errors.ts'

/** The 404 for the id of a score that doesn't exist. */
export const createScoreNotFoundError = (): ApiError => new ApiError('not_found', 'There is no score with this id.')
