import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'

const fields = {
  id: Type.String({ format: 'uuid' }),
  action: Type.Union([Type.Literal('hidden'), Type.Literal('unhidden')]),
  scoreId: nullable(
    Type.String({
      format: 'uuid',
      description:
        'The score in the request; the take-down applies to all scores of the creator’s submissions with the same name, ticker and picture',
    }),
  ),
  creatorAddress: nullable(Type.String({ description: 'The creator, in EIP-55 form' })),
  identity: Type.Boolean({
    description: 'Whether it applies to everybody’s submissions with the name, ticker and picture of the score',
  }),
  reason: Type.String({ description: 'The public reason' }),
  actor: Type.String({ description: 'The account that ran the command' }),
  doneAt: Type.String({ format: 'date-time' }),
  isHidden: Type.Boolean({ description: 'Whether the score’s submission, or the creator, is currently taken down' }),
}

export const TakedownEntry = Type.Object(fields, {
  $id: 'TakedownEntry',
  description: 'One entry in the log of take-downs',
})
export type TakedownEntry = Static<typeof TakedownEntry>

export const Takedown = Type.Object(
  {
    ...fields,
    sameImage: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Up to 50 visible scores with the same image; the image is kept for them',
    }),
  },
  { $id: 'Takedown', description: 'The result of a take-down, or of its end' },
)
export type Takedown = Static<typeof Takedown>
