import { type Hex, decodeAbiParameters, encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { canonicalJson } from '../platform/canonical-json.ts'
import { schemaIdOf } from '../providers/eas.ts'
import type { ScoreResult } from '../scoring/schemas.ts'

/** What an attestation says, field by field (D36). Hashed as it stands: one space makes another schema. */
export const scoreSchema = 'bytes32 scoreKey,bytes32 digest,uint16 aggregateX100,string band,string promptVersion'

const scoreParameters = parseAbiParameters(scoreSchema)

/** The schema's id on every chain. */
export const scoreSchemaId = schemaIdOf(scoreSchema)

export interface Claim {
  scoreKey: Hex
  digest: Hex
  aggregateX100: number
  band: string
  promptVersion: string
}

/** What is claimed of a score, from its record alone. */
export const claimOf = (score: ScoreResult): Claim => ({
  scoreKey: scoreKeyOf(score.id),
  digest: digestOf(score),
  aggregateX100: Math.round(score.aggregate * 100),
  band: score.band,
  promptVersion: score.promptVersion,
})

/** Stands for a score's id where 32 bytes are wanted. */
export const scoreKeyOf = (scoreId: string): Hex => keccak256(stringToHex(`score:v1|${scoreId.toLowerCase()}`))

/** The keccak-256 of the record's canonical JSON (RFC 8785): of what GET /v1/score/:id answers (D36). */
export const digestOf = (score: object): Hex => keccak256(stringToHex(canonicalJson(score)))

export const encodeClaim = ({ scoreKey, digest, aggregateX100, band, promptVersion }: Claim): Hex =>
  encodeAbiParameters(scoreParameters, [scoreKey, digest, aggregateX100, band, promptVersion])

/** Undefined: the bytes are not of our schema. */
export function decodeClaim(data: Hex): Claim | undefined {
  try {
    const [scoreKey, digest, aggregateX100, band, promptVersion] = decodeAbiParameters(scoreParameters, data)
    return { scoreKey, digest, aggregateX100, band, promptVersion }
  } catch {
    return undefined
  }
}
