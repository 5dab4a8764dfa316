import { Check as fits } from 'typebox/value'
import type { Hex } from 'viem'
import { getId } from '../../contract/schema.ts'
import {
  type Attestation,
  Attestation as AttestationSchema,
  attestationSchemas,
  type ScoreReceipt,
  ScoreReceipt as ScoreReceiptSchema,
} from '../../contract/schemas/attestation.ts'
import {
  parseScore,
  type ScoreResult,
  ScoreResult as ScoreResultSchema,
  scoringSchemas,
} from '../../contract/schemas/score.ts'
import { isUuid, uuidText } from '../../contract/uuid.ts'
import { checkReceipt } from '../../contract/verification/check-receipt.ts'
import { type Evidence, isVerified } from '../../contract/verification/check-record.ts'
import { type Check, failed, ok, skipped, takeBody } from '../../contract/verification/check.ts'
import { checkScore } from '../../contract/verification/checks.ts'
import { toDigest } from '../../contract/verification/claim.ts'
import type { ReceiptPlace } from '../../contract/verification/receipt.ts'
import { recompute } from '../../contract/verification/recompute.ts'
import type { Deps } from '../deps.ts'
import { UsageError } from '../platform/cli/command.ts'
import { createGetJson } from '../platform/outbound/get-json.ts'
import { findWeights } from '../scoring/replay.ts'
import { findScoreBody } from '../scoring/store.ts'
import type { PromptVersions } from '../signals/judge/prompts.ts'
import { toAttestationResponse } from './get-attestation.ts'
import { findAttestation, findScoreByUid } from './store.ts'

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

export interface VerificationTarget extends Pick<Evidence, 'score' | 'place'> {
  isLocal: boolean
  receipt: { signature: Hex; place: ReceiptPlace; signer: Hex } | null
}

const isUid = (text: string): text is Hex => /^0x[0-9a-f]{64}$/i.test(text)

export async function loadTarget({ db }: Deps, id: string): Promise<VerificationTarget | undefined> {
  if (!isUid(id) && !isUuid(id)) throw new UsageError(`${id} is not a score id, a score URL or an attestation UID`)
  const scoreId = isUid(id) ? await findScoreByUid(db, id.toLowerCase() as Hex) : id.toLowerCase()
  const body = scoreId && (await findScoreBody(db, scoreId))
  if (!scoreId || !body) return undefined
  const row = await findAttestation(db, scoreId)
  const attestation = row ? toAttestationResponse(row) : null
  return { score: parseScore(body), place: findPlace(attestation), receipt: null, isLocal: true }
}

/** Fetches a score from any service by its address in the API or on the web. */
export async function fetchTarget(address: string): Promise<VerificationTarget | undefined> {
  const [, base = '', id] = new RegExp(`^(https?://.+?)/(?:v1/)?score/(${uuidText})`, 'i').exec(address) ?? []
  if (!id) throw new UsageError(`${address} is not the URL of a score`)
  const get = createGet(`${base}/v1/score/${id}`)
  const [score, attestation, receipt] = await Promise.all([get(''), get('/attestation'), get('/receipt')])
  if (score === undefined) return undefined
  return toTarget({ score, attestation, receipt }, base)
}

function toTarget(
  { score, attestation, receipt }: Record<'score' | 'attestation' | 'receipt', unknown>,
  from: string,
): VerificationTarget & { attested: Attestation | null } {
  if (!isScore(score)) throw new Error(`the response from ${from} is not a score`)
  const attested = isAttestation(attestation) ? attestation : null
  return {
    score,
    place: findPlace(attested),
    receipt: isReceipt(receipt) ? toReceiptTarget(receipt) : null,
    attested,
    isLocal: false,
  }
}

function createGet(base: string) {
  const getJson = createGetJson({ provider: 'service', timeoutMs: 15_000 })
  return async (path: string): Promise<unknown> => {
    const url = new URL(base + path)
    const response = await getJson({ url }, AbortSignal.timeout(30_000)).catch((error: Error) => {
      throw new Error(`the service at ${url.origin} could not be reached: ${error.message}`, { cause: error })
    })
    return takeBody(response, `the service at ${url.origin}`)
  }
}

const named = Object.fromEntries(
  [...scoringSchemas, ...attestationSchemas].map((schema) => [`${getId(schema)}#`, schema]),
)

const isScore = (value: unknown): value is ScoreResult => fits(named, ScoreResultSchema, value)
const isAttestation = (value: unknown): value is Attestation => fits(named, AttestationSchema, value)
const isReceipt = (value: unknown): value is ScoreReceipt => fits(named, ScoreReceiptSchema, value)

function findPlace(attestation: Attestation | null | undefined): VerificationTarget['place'] {
  if (!attestation) return null
  const { attestationId, chainId, contract } = attestation
  return { uid: attestationId as Hex, chainId, contract: contract as Hex }
}

/** Null for a receipt that nobody signed. */
function toReceiptTarget({ signature, signer, typedData }: ScoreReceipt): VerificationTarget['receipt'] {
  if (typedData === null) return null
  const { chainId, verifyingContract } = typedData.domain
  const place = { chainId, contract: verifyingContract as Hex }
  return { signature: signature as Hex, signer: signer as Hex, place }
}
