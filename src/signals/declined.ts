import { badField } from '../platform/errors.ts'
import { JudgeDeclined } from '../providers/model.ts'

/** For a rejected judgement: content that the judge declined is the caller's to change, in `field` (D23). */
export const refuseDeclined =
  (field: 'description' | 'imageUrl') =>
  (error: unknown): never => {
    throw error instanceof JudgeDeclined ? badField(field, 'is declined by the judge, which will not score it') : error
  }
