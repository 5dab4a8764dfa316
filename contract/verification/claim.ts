import type { Hex } from 'viem'
import { canonicalJson } from '../canonical-json.ts'
import { readTuple, toSchemaId } from '../eas-reads.ts'
import { keccakOfText } from '../keccak.ts'
import type { ScoreResult } from '../schemas/score.ts'

/** The fields of an attestation (D36). Every byte counts: a space makes another schema. */
export const scoreSchema = 'bytes32 scoreKey,bytes32 digest,uint16 aggregateX100,string band,string promptVersion'

export const scoreSchemaId = toSchemaId(scoreSchema)

export interface Claim {
  scoreKey: Hex
  digest: Hex
  aggregateX100: number
  band: string
  promptVersion: string
}

export const toClaim = (score: ScoreResult): Claim => ({
  scoreKey: toScoreKey(score.id),
  digest: toDigest(score),
  aggregateX100: Math.round(score.aggregate * 100),
  band: score.band,
  promptVersion: score.promptVersion,
})

export const toScoreKey = (scoreId: string): Hex => keccakOfText(`score:v1|${scoreId.toLowerCase()}`)

/** keccak-256 of the canonical JSON (RFC 8785) of the record (D36). */
export const toDigest = (score: object): Hex => keccakOfText(canonicalJson(score))

/** Undefined: the bytes don't follow the schema. */
export function decodeClaim(data: Hex): Claim | undefined {
  try {
    const claim = readTuple(data)
    return {
      scoreKey: claim.bytes32(0),
      digest: claim.bytes32(1),
      aggregateX100: claim.number(2),
      band: claim.text(3),
      promptVersion: claim.text(4),
    }
  } catch {
    return undefined
  }
}
