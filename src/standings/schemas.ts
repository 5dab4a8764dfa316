import { Type } from 'typebox'
import { nullable, ref } from '../platform/schema.ts'
import { Band } from '../scoring/schemas.ts'

export const Percentile = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    window: Type.String(),
    percentile: nullable(
      Type.Number({ description: '100 × (below + equal/2) / size, one decimal; null when the cohort is empty' }),
    ),
    cohortSize: Type.Integer({ description: 'Submissions whose newest final, comparable score lies in the window' }),
    aggregate: Type.Number(),
    band: ref(Band),
    promptVersion: Type.String(),
    asOf: Type.String({ format: 'date-time' }),
  },
  { $id: 'Percentile' },
)
