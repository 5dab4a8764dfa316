import type { Judgement } from '../judge/judge-content.ts'
import { badField } from '../platform/errors.ts'
import { JudgeDeclined } from '../providers/model.ts'
import type { Measured } from './schemas.ts'

/** A judgement as a signal; content that the judge declined is the caller's to change, in `field` (D23). */
export const judged = (field: 'description' | 'imageUrl', judging: Promise<Judgement>): Promise<Measured> =>
  judging.then(measuredBy, (error: unknown) => {
    throw error instanceof JudgeDeclined ? badField(field, 'is declined by the judge, which will not score it') : error
  })

const measuredBy = ({ evidence, ...verdict }: Judgement): Measured => ({
  reading: { ...verdict, stub: false },
  evidence,
})
