import { toDigest } from '../../../contract/verification/claim.ts'
import { findWeights } from '../../scoring/replay/find-weights.ts'
import type { PromptVersions } from '../../judge/prompts.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { Attestation } from '../../../contract/schemas/attestation.ts'
import { checkReceipt } from '../../../contract/verification/check-receipt.ts'
import { type Check, failed, ok, skipped } from '../../../contract/verification/check.ts'
import { type Evidence, isVerified } from '../../../contract/verification/check-record.ts'
import { checkScore } from '../../../contract/verification/checks.ts'
import { recompute } from '../../../contract/verification/recompute.ts'
import { type VerificationTarget, toTarget } from './verification-target.ts'

type Place = NonNullable<VerificationTarget['place']>

/** Returns a text that says why the attestation can't be read. */
export type ReadChain = (place: Place, signal: AbortSignal) => Promise<Evidence['onChain']>

interface Verified {
  scoreId: string
  /** `consistent`: nothing contradicts the record, but the chain wasn't read. */
  verdict: 'verified' | 'consistent' | 'not_verified'
  checks: Check[]
}

interface Checking {
  readChain: ReadChain | null
  versions: PromptVersions
  now: Date
  signal: AbortSignal
}

/** Checks the responses of a service about a score against each other and, with `readChain`, against the chain. */
export async function verifyResponses(
  parts: Record<string, unknown>,
  { readChain, versions, now, signal }: Checking,
): Promise<Verified> {
  const { score, attestation, receipt } = parts
  const target = toTarget({ score, attestation, receipt }, 'the service')
  const onChain = target.place && readChain ? await readChain(target.place, signal) : notRead
  const weights = findWeights({ versions }, target.score.promptVersion)
  const isRead = target.place !== null && typeof onChain !== 'string'
  const own = isRead
    ? checkScore({ ...fromChain(target, onChain), weights, now: Math.floor(now.getTime() / 1000) })
    : [
        skipped('attestation', typeof onChain === 'string' && target.place ? onChain : notPublished),
        ...recompute({ score: target.score, weights }),
      ]
  const checks = [...compareDigest(target.score, target.attested), ...own, ...checkSigned(target)]
  return { scoreId: target.score.id, verdict: toVerdict(checks, isRead), checks }
}

const notPublished = 'no attestation has been published for this score'
const notRead =
  'the chain was not read: verify with your own node, with `launchscore score verify <url>` or `launchscore mcp --rpc <url>`'

const fromChain = ({ score, place }: VerificationTarget, onChain: Evidence['onChain']) => ({
  score,
  place,
  onChain,
  pinned: { attesters: [], contract: null },
  image: null,
})

function compareDigest(score: ScoreResult, attested: Attestation | null): Check[] {
  if (attested === null) return []
  const own = toDigest(score)
  const { digest } = attested
  return [own === digest ? ok('record', own) : failed('record', `the record gives ${own}, the service says ${digest}`)]
}

const checkSigned = ({ score, receipt }: VerificationTarget): Check[] => (receipt ? [checkReceipt(score, receipt)] : [])

function toVerdict(checks: Check[], isRead: boolean): Verified['verdict'] {
  if (!isVerified(checks)) return 'not_verified'
  return isRead ? 'verified' : 'consistent'
}
