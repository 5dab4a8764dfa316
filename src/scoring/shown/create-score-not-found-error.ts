import { ApiError } from '../../platform/errors.ts'

export const createScoreNotFoundError = (): ApiError => new ApiError('not_found', 'There is no score with this id.')
