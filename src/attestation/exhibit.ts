import { Check as fits } from 'typebox/value'
import type { Deps } from '../deps.ts'
import { UsageError } from '../platform/command.ts'
import { openGetJson } from '../platform/get-json.ts'
import { idOf } from '../platform/schema.ts'
import { type ScoreResult, ScoreResult as ScoreResultSchema, scoringSchemas } from '../scoring/schemas.ts'
import { findScoreBody } from '../scoring/store.ts'
import { answeredAttestation } from './answered-attestation.ts'
import type { Evidence } from './checks.ts'
import type { ReceiptPlace } from './receipt.ts'
import {
  type Attestation,
  Attestation as AttestationSchema,
  type ScoreReceipt,
  ScoreReceipt as ScoreReceiptSchema,
  attestationSchemas,
} from './schemas.ts'
import { findAttestation, findScoreOfUid } from './store.ts'

type Hex = `0x${string}`

/** What is to be verified, as the service shows it. */
export interface Exhibit extends Pick<Evidence, 'score' | 'place'> {
  /** From our own database, which has the picture too. */
  isHere: boolean
  receipt: { signature: Hex; place: ReceiptPlace; signer: Hex } | null
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const isUid = (what: string): what is Hex => /^0x[0-9a-f]{64}$/i.test(what)

/** By a score's id or an attestation's, from our database; undefined: neither is there. */
export async function exhibitHere({ db }: Pick<Deps, 'db'>, what: string): Promise<Exhibit | undefined> {
  if (!isUid(what) && !new RegExp(`^${uuid.source}$`, 'i').test(what))
    throw new UsageError(`${what} is neither the id of a score, nor its address, nor the id of an attestation`)
  const id = isUid(what) ? await findScoreOfUid(db, what.toLowerCase() as Hex) : what.toLowerCase()
  const body = id && (await findScoreBody(db, id))
  if (!id || !body) return undefined
  const row = await findAttestation(db, id)
  const attestation = row ? answeredAttestation(row) : null
  return { score: JSON.parse(body) as ScoreResult, place: placeOf(attestation), receipt: null, isHere: true }
}

/** By the address of a score at some service: its API's, or its page's. */
export async function exhibitAt(address: string): Promise<Exhibit | undefined> {
  const [, base = '', id] = new RegExp(`^(https?://.+?)/(?:v1/)?score/(${uuid.source})`, 'i').exec(address) ?? []
  if (!id) throw new UsageError(`${address} is not the address of a score`)
  const get = openGet(`${base}/v1/score/${id}`)
  const [score, attestation, receipt] = await Promise.all([get(''), get('/attestation'), get('/receipt')])
  if (score === undefined) return undefined
  if (!isScore(score)) throw new Error(`what ${base} answers is not a score`)
  return {
    score,
    place: isAttestation(attestation) ? placeOf(attestation) : null,
    receipt: isReceipt(receipt) ? receiptAt(receipt) : null,
    isHere: false,
  }
}

/** The body of a 200; undefined for anything else that is answered. */
function openGet(base: string) {
  const getJson = openGetJson({ provider: 'service', timeoutMs: 15_000 })
  return async (path: string): Promise<unknown> => {
    const { status, body } = await getJson({ url: new URL(base + path) }, AbortSignal.timeout(30_000))
    return status === 200 ? body : undefined
  }
}

const named = Object.fromEntries(
  [...scoringSchemas, ...attestationSchemas].map((schema) => [`${idOf(schema)}#`, schema]),
)

const isScore = (value: unknown): value is ScoreResult => fits(named, ScoreResultSchema, value)
const isAttestation = (value: unknown): value is Attestation => fits(named, AttestationSchema, value)
const isReceipt = (value: unknown): value is ScoreReceipt => fits(named, ScoreReceiptSchema, value)

function placeOf(attestation: Attestation | null | undefined): Exhibit['place'] {
  if (!attestation) return null
  const { attestationId, chainId, contract } = attestation
  return { uid: attestationId as Hex, chainId, contract: contract as Hex }
}

function receiptAt({ signature, signer, typedData }: ScoreReceipt): Exhibit['receipt'] {
  const { chainId, verifyingContract } = typedData.domain
  const place = { chainId, contract: verifyingContract as Hex }
  return { signature: signature as Hex, signer: signer as Hex, place }
}
