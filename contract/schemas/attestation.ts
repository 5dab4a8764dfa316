import { type Static, Type } from 'typebox'
import { nullable, ref } from '../schema.ts'
import { Band } from './score.ts'

const hex = (digits: number, description: string) => Type.String({ pattern: `^0x[0-9a-fA-F]{${digits}}$`, description })
const time = (description: string) => Type.String({ format: 'date-time', description })

export const Attestation = Type.Object(
  {
    status: Type.Union([Type.Literal('published'), Type.Literal('revoked')]),
    attestationId: hex(64, 'The attestation’s UID in the EAS contract'),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The attested score' }),
    subject: hex(40, 'The creator’s wallet, in EIP-55 form'),
    schemaId: hex(64, 'The schema UID'),
    digest: hex(64, 'keccak-256 of the score’s canonical JSON (RFC 8785)'),
    txHash: hex(64, 'The hash of the transaction that made the attestation'),
    chainId: Type.Integer(),
    contract: hex(40, 'The EAS contract, in EIP-55 form'),
    attester: hex(40, 'The attester’s address, in EIP-55 form'),
    refersTo: nullable(hex(64, 'The attestation of an earlier score of the same submission (`refUID`)')),
    blockNumber: Type.Integer(),
    publishedAt: time('When the attestation was first seen on the chain'),
    revokedAt: nullable(time('When the revocation was seen on the chain')),
    revocationReason: nullable(Type.String({ description: 'The operator’s reason for the revocation' })),
  },
  {
    $id: 'Attestation',
    description:
      'The attestation of a score. A chain reorganisation can still change `attestationId` and `blockNumber`',
  },
)
export type Attestation = Static<typeof Attestation>

export const PendingAttestation = Type.Object(
  {
    status: Type.Literal('pending'),
    txHash: nullable(hex(64, 'The hash of the pending transaction; null while the attestation waits for its turn')),
    notice: Type.Optional(
      Type.String({
        description: 'Why the attestation waits longer than usual; missing when nothing is known to hold it up',
      }),
    ),
  },
  { $id: 'PendingAttestation', description: 'An attestation that was accepted and is not in a block yet' },
)
export type PendingAttestation = Static<typeof PendingAttestation>

const TypedField = Type.Object({ name: Type.String(), type: Type.String() })

const unsigned = 'null where no attester is configured'

export const ScoreReceipt = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    digest: hex(64, 'keccak-256 of the score’s canonical JSON (RFC 8785)'),
    aggregate: Type.Number({ minimum: 0, maximum: 100 }),
    band: ref(Band),
    promptVersion: Type.String(),
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'The confidence of the score. A preliminary score has a receipt but can’t be attested',
    }),
    signer: nullable(hex(40, `The attester’s address, in EIP-55 form; ${unsigned}`)),
    signature: nullable(
      Type.String({ pattern: '^0x[0-9a-f]{130}$', description: `The EIP-712 signature of \`typedData\`; ${unsigned}` }),
    ),
    typedData: nullable(
      Type.Object(
        {
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
        },
        { description: `What the attester signed; ${unsigned}` },
      ),
    ),
  },
  { $id: 'ScoreReceipt', description: 'The digest and the key figures of a score, signed without a transaction' },
)
export type ScoreReceipt = Static<typeof ScoreReceipt>

export const attestationSchemas = [Attestation, PendingAttestation, ScoreReceipt]
