import { type Static, Type } from 'typebox'
import { nullable, ref } from '../platform/schema.ts'
import { Band } from '../scoring/schemas.ts'

const hex = (digits: number, description: string) => Type.String({ pattern: `^0x[0-9a-fA-F]{${digits}}$`, description })
const time = (description: string) => Type.String({ format: 'date-time', description })

export const Attestation = Type.Object(
  {
    status: Type.Union([Type.Literal('published'), Type.Literal('revoked')]),
    attestationId: hex(64, 'The id that the attestation contract gave it'),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The score that is attested' }),
    subject: hex(40, 'The creator, EIP-55'),
    schemaId: hex(64, 'The schema’s id'),
    digest: hex(64, 'keccak-256 of the score’s canonical JSON (RFC 8785)'),
    txHash: hex(64, 'The transaction that attested'),
    chainId: Type.Integer(),
    contract: hex(40, 'The attestation contract, EIP-55'),
    attester: hex(40, 'Who attested, EIP-55'),
    refersTo: nullable(hex(64, 'The attestation of an earlier score of the same submission')),
    blockNumber: Type.Integer(),
    publishedAt: time('When it was first seen on the chain'),
    revokedAt: nullable(time('When its revocation was seen on the chain')),
    revocationReason: nullable(Type.String({ description: 'The operator’s words' })),
  },
  {
    $id: 'Attestation',
    description:
      'A score on the chain. A reorganisation of the chain may still change `attestationId` and `blockNumber`',
  },
)
export type Attestation = Static<typeof Attestation>

export const PendingAttestation = Type.Object(
  {
    status: Type.Literal('pending'),
    txHash: nullable(hex(64, 'The transaction that is on its way; null while it waits for its turn')),
  },
  { $id: 'PendingAttestation', description: 'An attestation that is accepted and has not landed yet' },
)
export type PendingAttestation = Static<typeof PendingAttestation>

const TypedField = Type.Object({ name: Type.String(), type: Type.String() })

export const ScoreReceipt = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'Of the score: a preliminary one can’t be attested, and its receipt says so',
    }),
    digest: hex(64, 'keccak-256 of the score’s canonical JSON (RFC 8785)'),
    signer: hex(40, 'The attester, EIP-55'),
    signature: Type.String({ pattern: '^0x[0-9a-f]{130}$', description: 'Over `typedData`, by EIP-712' }),
    typedData: Type.Object({
      domain: Type.Object({
        name: Type.String(),
        version: Type.String(),
        chainId: Type.Integer(),
        verifyingContract: Type.String(),
      }),
      types: Type.Object({ ScoreReceipt: Type.Array(TypedField) }),
      primaryType: Type.Literal('ScoreReceipt'),
      message: Type.Object({
        scoreId: Type.String(),
        digest: Type.String(),
        subject: Type.String(),
        aggregateX100: Type.Integer(),
        band: ref(Band),
        promptVersion: Type.String(),
        confidence: Type.String(),
      }),
    }),
  },
  { $id: 'ScoreReceipt', description: 'The attester’s signature of a score, without a transaction' },
)
export type ScoreReceipt = Static<typeof ScoreReceipt>

export const attestationSchemas = [Attestation, PendingAttestation, ScoreReceipt]
