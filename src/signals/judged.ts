import type { Configured } from '../deps.ts'
import type { Judgement, Judging, Question } from '../judge/judging.ts'
import { openPanel } from '../judge/panel.ts'
import { badField } from '../platform/errors.ts'
import { JudgeDeclined } from '../providers/model/model.ts'
import type { Measured } from './schemas.ts'

/** A measured signal that more samples of the judge may refine. */
export interface JudgedSignal {
  measured: Measured
  /** How many samples it rests on. */
  samples: number
  /** null: a stub, or it rests on all the samples that it may. */
  refine: ((upTo: number, deadline: AbortSignal) => Promise<JudgedSignal>) | null
}

/** The fields of a submission that hold what a judge reads. */
type JudgedField = 'name' | 'description' | 'imageUrl'

/** Judges a signal. Content that the judge declines or can't read is a fault of a field, which the caller can change (D23). */
export async function judged(
  deps: Configured<'model'>,
  { field, question }: { field: JudgedField; question: Question },
  signal: AbortSignal,
): Promise<JudgedSignal> {
  const toSignal = ({ judgement, count, refine }: Judging): JudgedSignal => ({
    measured: toMeasured(judgement),
    samples: count,
    refine:
      refine && count < deps.config.modelSamples
        ? (upTo, deadline) => blamingField(field, async () => toSignal(await refine({ upTo, deadline, signal })))
        : null,
  })
  return blamingField(field, async () => toSignal(await openPanel(deps, question, signal)))
}

async function blamingField<T>(field: JudgedField, judge: () => Promise<T>): Promise<T> {
  try {
    return await judge()
  } catch (error) {
    throw error instanceof JudgeDeclined ? toFieldError(field, error) : error
  }
}

function toFieldError(field: JudgedField, { blamed }: JudgeDeclined) {
  if (blamed === 'image') return badField('imageUrl', 'is an image that the judge can’t read: use another image')
  if (blamed === 'text')
    return badField(
      field === 'imageUrl' ? 'name' : field,
      'is text that the judge can’t read: use only ordinary characters',
    )
  return badField(field, 'is content that the judge declines to score')
}

/** A signal that no sample refines. */
export const unjudged = (measured: Measured): JudgedSignal => ({ measured, samples: 0, refine: null })

const toMeasured = ({ evidence, gates, ...verdict }: Judgement): Measured => ({
  reading: { ...verdict, stub: false },
  evidence,
  gates,
})
