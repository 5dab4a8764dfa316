import type { Hex } from 'viem'
import type { ReceiptPlace } from '../../contract/verification/receipt.ts'
import { takeBody } from '../../contract/verification/check.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { type Requests, readJson } from './read-json.ts'

/** A deployment's responses about a score: its record, where the attestation is, and the receipt. */
interface Fetched {
  score: ScoreResult
  place: { uid: Hex; chainId: number; contract: Hex } | null
  receipt: { signature: Hex; place: ReceiptPlace; signer: Hex } | null
}

/** Fetches a score by the address of its page or of its resource. */
export async function fetchRecord(url: string, requests: Requests): Promise<Fetched> {
  const [, base, id] =
    /^(https?:\/\/.+?)\/(?:v1\/)?score\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(url) ?? []
  if (!base || !id) throw new TypeError(`${url} is not the URL of a score`)
  const get = async (path: string) => takeBody(await readJson(`${base}/v1/score/${id}${path}`, requests), base)
  const [score, attestation, receipt] = await Promise.all([get(''), get('/attestation'), get('/receipt')])
  if (score === undefined) throw new Error(`${base} has no score ${id}`)
  if (!isScore(score)) throw new Error(`the response from ${base} is not a score`)
  if (score.id.toLowerCase() !== id.toLowerCase()) throw new Error(`${base} responded with another score, ${score.id}`)
  return { score, place: toPlace(attestation), receipt: toReceipt(receipt) }
}

/** Whether a value has the fields, of the right types, that the checks read. The digest covers all others. */
function isScore(value: unknown): value is ScoreResult {
  if (!has(value, { id: 'string', aggregate: 'number', band: 'string', promptVersion: 'string', confidence: 'string' }))
    return false
  const { submission, signals: measured, explanation, stubbedSignals } = value
  const parts = has(explanation, { contributions: 'object' }) ? explanation['contributions'] : null
  return (
    has(submission, { name: 'string', symbol: 'string', creatorAddress: 'string' }) &&
    (submission['xHandle'] === null || typeof submission['xHandle'] === 'string') &&
    has(measured, {}) &&
    Array.isArray(stubbedSignals) &&
    Array.isArray(parts) &&
    parts.every(
      (part) =>
        has(part, { signal: 'string', weight: 'number' }) &&
        has(measured[String(part['signal'])], { score: 'number', reason: 'string', stub: 'boolean' }),
    )
  )
}

function toPlace(value: unknown): Fetched['place'] {
  if (!has(value, { attestationId: 'string', chainId: 'number', contract: 'string' })) return null
  const { attestationId: uid, chainId, contract } = value
  return isHex(uid, 32) && isHex(contract, 20) ? { uid, chainId: Number(chainId), contract } : null
}

function toReceipt(value: unknown): Fetched['receipt'] {
  if (!has(value, { signature: 'string', signer: 'string', typedData: 'object' })) return null
  const { signature, signer, typedData } = value
  const domain = has(typedData, { domain: 'object' }) ? typedData['domain'] : null
  if (!has(domain, { chainId: 'number', verifyingContract: 'string' })) return null
  const { chainId, verifyingContract: contract } = domain
  if (!isHex(signature, 65) || !isHex(signer, 20) || !isHex(contract, 20)) return null
  return { signature, signer, place: { chainId: Number(chainId), contract } }
}

const isHex = (value: unknown, bytes: number): value is Hex =>
  typeof value === 'string' && value.length === 2 + bytes * 2 && /^0x[0-9a-f]*$/i.test(value)

/** Whether a value is an object whose fields have these types. */
function has(value: unknown, types: Record<string, string>): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(types).every(([name, type]) => typeof fields[name] === type && fields[name] !== null)
}
