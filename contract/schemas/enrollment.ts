import { type Static, Type } from 'typebox'
import type { Hex } from 'viem'
import { nullable } from '../schema.ts'
import { uuidPattern } from '../uuid.ts'

export const Signature = Type.Unsafe<Hex>({
  type: 'string',
  pattern: '^0x([0-9a-fA-F]{2}){0,8192}$',
  description:
    '0x followed by at most 8,192 bytes in hex. `0x` alone: a contract wallet has approved the message on the chain',
})

export const MessageToSign = Type.Object(
  { message: Type.String({ description: 'Sign exactly this text with `personal_sign` (EIP-191)' }) },
  { $id: 'MessageToSign' },
)

export const WalletName = Type.Object(
  {
    name: Type.String({ description: 'Normalised (ENSIP-15)' }),
    address: Type.String({ description: 'In EIP-55 form' }),
    chainId: Type.Integer({ description: 'The chain on which the name is registered' }),
  },
  { $id: 'WalletName' },
)
export type WalletName = Static<typeof WalletName>

export const walletSchemas = [MessageToSign, WalletName]

const scoreId = Type.String({ format: 'uuid', description: 'the id of a score' })

const creatorAddress = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: 'the creator’s wallet: 0x followed by 40 hex digits, in lower, upper or EIP-55 case',
})

export const EnrolledScore = Type.Object({ scoreId })

/** The id of an enrollment or of its score (D28). */
export const LaunchId = Type.Object({
  id: Type.String({
    pattern: uuidPattern,
    description: 'the id of an enrollment or of its score',
  }),
})

export const MessageQuery = Type.Object({
  scoreRequestId: scoreId,
  creatorAddress,
})

export const EnrollmentRequest = Type.Object(
  {
    scoreRequestId: scoreId,
    creatorAddress,
    signature: Signature,
    scheduledFor: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'The planned launch time, with a UTC offset: in the future and at most 365 days ahead',
        }),
      ),
    ),
  },
  {
    $id: 'EnrollmentRequest',
    additionalProperties: false,
    description: 'A creator’s signed request to enroll a score',
  },
)
export type EnrollmentRequest = Static<typeof EnrollmentRequest>

export const Enrollment = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The enrolled score' }),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    scheduledFor: nullable(Type.String({ format: 'date-time', description: 'The planned launch time' })),
    enrolledAt: Type.String({ format: 'date-time' }),
    notice: Type.Optional(
      Type.String({
        description: 'Only in the response to a repeated enrollment with another time: the time was not changed',
      }),
    ),
  },
  { $id: 'Enrollment', description: 'A score that its creator has signed. The first creator who signs owns it' },
)
export type Enrollment = Static<typeof Enrollment>

export const enrollmentSchemas = [EnrollmentRequest, Enrollment]
