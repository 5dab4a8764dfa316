import type { Hex } from 'viem'
import type { OnChain } from '../eas-reads.ts'
import { listSignals } from '../signals/looks.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { type Check, failed, ok } from './check.ts'
import { recomputedSignals } from './recompute-sum.ts'
import { decodeClaim, toDigest, toScoreKey, scoreSchemaId } from './claim.ts'

export interface Evidence {
  score: ScoreResult
  /** The attestation that the service names; null: none. */
  place: { uid: Hex; chainId: number; contract: Hex } | null
  /** Read from a node of the verifier's choice; null: not found; a text: why it wasn't read. */
  onChain: OnChain | null | string
  /** Values that the verifier expects. If empty, the service's own are accepted. */
  pinned: { attesters: Hex[]; contract: Hex | null }
  /** The stored hash and the actual hash of the image; null: no image available. */
  image: { storedAs: string; actual: string } | null
  now: number
}

/** Doesn't rely on the service; `recomputed` are the checks of its parts. */
export function checkRecord(evidence: Evidence, recomputed: Check[]): Check[] {
  return [...checkAttestation(evidence), ...recomputed, checkImage(evidence), listJudged(evidence)]
}

export const isVerified = (checks: Check[]): boolean => checks.every(({ outcome }) => outcome !== 'failed')

function checkAttestation(evidence: Evidence): Check[] {
  const { place, onChain } = evidence
  if (!place) return [failed('attestation', 'no attestation has been published for this score')]
  if (typeof onChain === 'string') return [failed('attestation', onChain)]
  if (!onChain)
    return [failed('attestation', `${place.contract} on chain ${place.chainId} has no attestation ${place.uid}`)]
  const since = new Date(onChain.time * 1000).toISOString()
  return [
    ok('attestation', `${onChain.uid} has been on chain ${place.chainId} since ${since}`),
    checkAttester(evidence, onChain),
    equal('schema', onChain.schemaId, scoreSchemaId),
    checkStatus(evidence, onChain),
    checkSubject(evidence, onChain),
    ...checkClaim(evidence, onChain),
  ]
}

function checkAttester({ place, pinned }: Evidence, { attester }: OnChain): Check {
  const contract = place?.contract ?? '0x'
  if (pinned.attesters.length > 0 && !pinned.attesters.some((one) => isAddressEqual(attester, one)))
    return failed('attester', `${attester} attested, not ${pinned.attesters.join(' or ')}`)
  if (pinned.contract && !isAddressEqual(contract, pinned.contract))
    return failed('attester', `the attestation is at ${contract}, not at ${pinned.contract}`)
  if (pinned.attesters.length > 0 && pinned.contract)
    return ok('attester', `${attester} attested at ${contract}, as expected`)
  const text = `${attester} attested at ${contract}; compare both with the addresses that the operator publishes`
  return { name: 'attester', kind: 'trust', outcome: 'ok', text }
}

function checkStatus({ now }: Evidence, { revocationTime, expirationTime }: OnChain): Check {
  if (revocationTime > 0) return failed('standing', `revoked at ${new Date(revocationTime * 1000).toISOString()}`)
  if (expirationTime > 0 && expirationTime <= now) return failed('standing', 'expired')
  return ok('standing', 'neither revoked nor expired')
}

function checkSubject({ score }: Evidence, { recipient }: OnChain): Check {
  const { creatorAddress } = score.submission
  return recipient.toLowerCase() === creatorAddress.toLowerCase()
    ? ok('subject', `${creatorAddress}, the named creator`)
    : failed('subject', `the attestation is for ${recipient}, but the score’s creator is ${creatorAddress}`)
}

function checkClaim({ score }: Evidence, { data }: OnChain): Check[] {
  const claim = decodeClaim(data)
  if (!claim) return [failed('digest', 'the attested data does not match the schema')]
  const { aggregateX100, band, promptVersion } = claim
  return [
    equal('score', claim.scoreKey, toScoreKey(score.id)),
    equal('digest', claim.digest, toDigest(score)),
    equal(
      'claim',
      `${aggregateX100 / 100} ${band} ${promptVersion}`,
      `${score.aggregate} ${score.band} ${score.promptVersion}`,
    ),
  ]
}

function checkImage({ image }: Evidence): Check {
  const name = 'picture'
  if (!image)
    return {
      name,
      kind: 'trust',
      outcome: 'skipped',
      text: 'not available; the record holds only the image’s URL',
    }
  const isSame = image.storedAs === image.actual
  const text = isSame
    ? `the stored bytes match their hash ${image.actual}; the record holds only the image’s URL`
    : `the stored bytes have the hash ${image.actual}, not ${image.storedAs}`
  return { name, kind: 'trust', outcome: isSame ? 'ok' : 'failed', text }
}

/** Signals that can't be recomputed from the record. */
function listJudged({ score }: Evidence): Check {
  const live = listSignals(score).flatMap(({ name, reading }) =>
    reading.stub || recomputedSignals.includes(name) ? [] : [name],
  )
  const text =
    live.length > 0
      ? `${live.join(', ')}: reported by a model or a provider; the digest proves that the record has not changed since`
      : 'none: no model or provider reported a signal of this score'
  return { name: 'judged', kind: 'trust', outcome: 'ok', text }
}

const equal = (name: string, attested: string, own: string): Check =>
  attested === own ? ok(name, own) : failed(name, `the attestation has ${attested}, the record gives ${own}`)

const isAddressEqual = (a: Hex, b: Hex) => a.toLowerCase() === b.toLowerCase()
