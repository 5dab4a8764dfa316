import { type Static, Type } from 'typebox'
import { nullable, pageResponse, ref, time } from '../schema.ts'
import { Signature } from './enrollment.ts'
import { PushRegistration } from './notification.ts'

export const maxTextLength = 1000

const draft = {
  creatorAddress: Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'the wallet that enrolled the score: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: 4 * maxTextLength,
    description: `Why the score should be reviewed: 1 to ${maxTextLength} characters after trimming. It is public`,
  }),
  issuedAt: Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'When the appeal was made, with a UTC offset: within 5 minutes of the current time',
  }),
}

export const AppealDraft = Type.Object(draft, {
  $id: 'AppealDraft',
  additionalProperties: false,
  description: 'An appeal, to be signed',
})

const AnswerAddress = Type.Union(
  [
    Type.Object(
      { email: Type.String({ minLength: 3, maxLength: 254, description: 'An e-mail address' }) },
      { additionalProperties: false },
    ),
    Type.Object({ push: ref(PushRegistration) }, { additionalProperties: false }),
  ],
  {
    description:
      'Where the service sends one message when the appeal is answered: an e-mail address or a browser, if this deployment sends e-mail or web push. It is stored encrypted, never shown, and deleted with that message',
  },
)
export type AnswerAddress = Static<typeof AnswerAddress>

export const AppealRequest = Type.Object(
  { ...draft, signature: Signature, answerTo: Type.Optional(AnswerAddress) },
  { $id: 'AppealRequest', additionalProperties: false, description: 'An appeal that the score’s creator signed' },
)

export const rulings = ['upheld', 'declined'] as const
export type Ruling = (typeof rulings)[number]

const appealFields = {
  appealId: Type.String({ format: 'uuid' }),
  scoreRequestId: Type.String({ format: 'uuid', description: 'The score, which never changes' }),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  reason: Type.String({ description: 'The creator’s reason' }),
  state: Type.Unsafe<'open' | 'answered'>({ type: 'string', enum: ['open', 'answered'] }),
  appealedAt: time('When the appeal was accepted'),
  outcome: Type.Unsafe<Ruling | null>({
    type: ['string', 'null'],
    enum: [...rulings, null],
    description: 'null while it is open',
  }),
  answer: nullable(Type.String({ description: 'The operator’s answer; null while the appeal is open' })),
  answeredAt: nullable(time('null while it is open')),
  rescoredAs: nullable(
    Type.String({ format: 'uuid', description: 'The record of the re-score with new samples, if there was one' }),
  ),
  message: Type.String({ description: 'The signed text' }),
  signature: Type.String({ description: 'The creator’s signature of `message` (EIP-191)' }),
}

export const Appeal = Type.Object(appealFields, {
  $id: 'Appeal',
  description: 'A creator’s request to review a score, with its answer',
})
export type Appeal = Static<typeof Appeal>

export const AdminAppeal = Type.Object(
  {
    ...appealFields,
    name: Type.String({ description: 'Of the launch' }),
    symbol: Type.String(),
    answeredBy: nullable(Type.String({ description: 'The name of the admin token' })),
  },
  { $id: 'AdminAppeal', description: 'An appeal, with the operator who answered it' },
)
export type AdminAppeal = Static<typeof AdminAppeal>

export const AdminAppeals = Type.Object(
  { appeals: Type.Array(ref(AdminAppeal)), ...pageResponse },
  { $id: 'AdminAppeals' },
)
export type AdminAppeals = Static<typeof AdminAppeals>

export const AppealAnswer = Type.Object(
  {
    outcome: Type.Unsafe<Ruling>({ type: 'string', enum: [...rulings] }),
    answer: Type.String({
      minLength: 1,
      maxLength: 4 * maxTextLength,
      description: `The reason for the outcome, 1 to ${maxTextLength} characters. It is public`,
    }),
    rescore: Type.Optional(
      Type.Boolean({
        description: 'Whether to score the launch again with new samples of the judge; false by default',
      }),
    ),
  },
  { $id: 'AppealAnswer', additionalProperties: false, description: 'The answer to an appeal' },
)

export const appealSchemas = [AppealDraft, AppealRequest, Appeal, AdminAppeal, AdminAppeals, AppealAnswer]
