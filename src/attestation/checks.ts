import { isAddressEqual } from 'viem/utils'
import type { OnChain } from '../providers/eas.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { type Check, failed, ok } from './check.ts'
import { decodeClaim, digestOf, scoreKeyOf, scoreSchemaId } from './claim.ts'
import { recomputations } from './recomputations.ts'

type Hex = `0x${string}`

export interface Evidence {
  /** As the service answers it. */
  score: ScoreResult
  /** Where the service says that its attestation is; null: it says of none. */
  place: { uid: Hex; chainId: number; contract: Hex } | null
  /** What the contract has under that id, by a node that the verifier chose; null: nothing. A text: why it wasn't asked. */
  onChain: OnChain | null | string
  /** Whom the verifier believes to be the attester, and where; null: the service's word is taken. */
  pinned: { attester: Hex | null; contract: Hex | null }
  /** Whole per cents by signal, of the released prompt version; null: not known here. */
  weights: Record<string, number> | null
  /** Of the stored picture: the hash that it is kept under, and that of its bytes; null: not at hand. */
  picture: { keptAs: string; actual: string } | null
  /** Unix seconds. */
  now: number
}

/** Everything that can be said of a score and its attestation without believing the service. Pure: browsers run it too. */
export function checkScore(evidence: Evidence): Check[] {
  return [...attestationChecks(evidence), ...recomputations(evidence), imageCheck(evidence), judgedCheck(evidence)]
}

/** An attestation that couldn't be looked at is no verified one. */
export const isVerified = (checks: Check[]): boolean => checks.every(({ outcome }) => outcome !== 'failed')

function attestationChecks(evidence: Evidence): Check[] {
  const { place, onChain } = evidence
  if (!place) return [failed('attestation', 'none was published of this score')]
  if (typeof onChain === 'string') return [failed('attestation', onChain)]
  if (!onChain)
    return [failed('attestation', `${place.contract} on chain ${place.chainId} has none with id ${place.uid}`)]
  const since = new Date(onChain.time * 1000).toISOString()
  return [
    ok('attestation', `${onChain.uid} is on chain ${place.chainId} since ${since}`),
    attesterCheck(evidence, onChain),
    equal('schema', onChain.schemaId, scoreSchemaId),
    standingCheck(evidence, onChain),
    subjectCheck(evidence, onChain),
    ...claimChecks(evidence, onChain),
  ]
}

function attesterCheck({ place, pinned }: Evidence, { attester }: OnChain): Check {
  const contract = place?.contract ?? '0x'
  if (pinned.attester && !isAddressEqual(attester, pinned.attester))
    return failed('attester', `${attester} attested, not ${pinned.attester}`)
  if (pinned.contract && !isAddressEqual(contract, pinned.contract))
    return failed('attester', `it stands at ${contract}, not at ${pinned.contract}`)
  if (pinned.attester && pinned.contract) return ok('attester', `${attester} attested at ${contract}, as expected`)
  const text = `${attester} attested at ${contract}: compare both with what the operator publishes`
  return { name: 'attester', kind: 'trust', outcome: 'ok', text }
}

function standingCheck({ now }: Evidence, { revocationTime, expirationTime }: OnChain): Check {
  if (revocationTime > 0) return failed('standing', `revoked at ${new Date(revocationTime * 1000).toISOString()}`)
  if (expirationTime > 0 && expirationTime <= now) return failed('standing', 'expired')
  return ok('standing', 'neither revoked nor expired')
}

function subjectCheck({ score }: Evidence, { recipient }: OnChain): Check {
  const { creatorAddress } = score.submission
  return recipient.toLowerCase() === creatorAddress.toLowerCase()
    ? ok('subject', `${creatorAddress}, the creator`)
    : failed('subject', `${recipient} is attested, the score is of ${creatorAddress}`)
}

function claimChecks({ score }: Evidence, { data }: OnChain): Check[] {
  const claim = decodeClaim(data)
  if (!claim) return [failed('digest', 'what is attested is not of our schema')]
  const { aggregateX100, band, promptVersion } = claim
  return [
    equal('score', claim.scoreKey, scoreKeyOf(score.id)),
    equal('digest', claim.digest, digestOf(score)),
    equal(
      'claim',
      `${aggregateX100 / 100} ${band} ${promptVersion}`,
      `${score.aggregate} ${score.band} ${score.promptVersion}`,
    ),
  ]
}

function imageCheck({ picture }: Evidence): Check {
  const name = 'picture'
  if (!picture)
    return { name, kind: 'trust', outcome: 'skipped', text: 'not at hand; the record holds its address, not its bytes' }
  const isSame = picture.keptAs === picture.actual
  const text = isSame
    ? `the stored bytes have the hash they are kept under, ${picture.actual}; the record holds their address, not the hash`
    : `the stored bytes have the hash ${picture.actual}, but are kept under ${picture.keptAs}`
  return { name, kind: 'trust', outcome: isSame ? 'ok' : 'failed', text }
}

/** What no recomputation can show. */
function judgedCheck({ score }: Evidence): Check {
  const live = ['meme', 'creator', 'image', 'risk'].filter(
    (name) => !score.stubbedSignals.some((stub) => stub === name),
  )
  const judged = live.length > 0 ? live.join(', ') : 'none'
  const text = `${judged}: what a model or a provider told the service; the digest shows that it wasn’t changed since`
  return { name: 'judged', kind: 'trust', outcome: 'ok', text }
}

const equal = (name: string, attested: string, own: string): Check =>
  attested === own ? ok(name, own) : failed(name, `attested is ${attested}, the record gives ${own}`)
