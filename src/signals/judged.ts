import type { JudgeDeps, Judgement } from '../judge/judge-content.ts'
import { badField } from '../platform/errors.ts'
import { JudgeDeclined, type Model } from '../providers/model/model.ts'
import type { Measured } from './schemas.ts'

/** The judge may be missing: its signals are stubs then. */
export type JudgedDeps = Omit<JudgeDeps, 'model'> & { model: Model | null }

/** Turns a judgement into a signal. Content that the judge declines is a fault of `field`, which the caller can change (D23). */
export const judged = (field: 'description' | 'imageUrl', judging: Promise<Judgement>): Promise<Measured> =>
  judging.then(toMeasured, (error: unknown) => {
    throw error instanceof JudgeDeclined ? badField(field, 'is content that the judge declines to score') : error
  })

const toMeasured = ({ evidence, gates, ...verdict }: Judgement): Measured => ({
  reading: { ...verdict, stub: false },
  evidence,
  gates,
})
