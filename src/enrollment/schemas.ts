import { type Static, Type } from 'typebox'
import { nullable } from '../platform/schema.ts'

/** A wallet's signature of a message (EIP-191), by a key or by a contract (D24). */
export const Signature = Type.Unsafe<`0x${string}`>({
  type: 'string',
  pattern: '^0x([0-9a-fA-F]{2}){1,8192}$',
  description: '0x and 1–8,192 bytes in hex',
})

const scoreId = Type.String({ format: 'uuid', description: 'the id of a score' })

const creatorAddress = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: 'the creator’s wallet: 0x and 40 hex digits, in lower, upper or EIP-55 case',
})

export const EnrolledScore = Type.Object({ scoreId })

export const MessageQuery = Type.Object({
  scoreRequestId: scoreId,
  creatorAddress,
})

/** A text that a wallet is to sign. */
export const MessageToSign = Type.Object(
  { message: Type.String({ description: 'Sign exactly this text by `personal_sign` (EIP-191)' }) },
  { $id: 'MessageToSign' },
)

/** The body of POST /v1/enroll. */
export const EnrollmentRequest = Type.Object(
  {
    scoreRequestId: scoreId,
    creatorAddress,
    signature: Signature,
    scheduledFor: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'When the launch is to be, with its offset: in the future, at most 365 days ahead',
        }),
      ),
    ),
  },
  { $id: 'EnrollmentRequest', additionalProperties: false, description: 'A creator’s signed wish to launch a score' },
)
export type EnrollmentRequest = Static<typeof EnrollmentRequest>

export const Enrollment = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The score that is enrolled' }),
    creatorAddress: Type.String({ description: 'EIP-55' }),
    scheduledFor: nullable(Type.String({ format: 'date-time', description: 'When the launch is to be' })),
    enrolledAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Enrollment', description: 'A score that its creator signed for. The first creator owns it' },
)
export type Enrollment = Static<typeof Enrollment>

export const enrollmentSchemas = [MessageToSign, EnrollmentRequest, Enrollment]
