import type { Attestation, PendingAttestation } from '../../../../contract/schemas/attestation.ts'
import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import {
  type Check,
  type OnChain,
  checkScore,
  decodeAttestation,
  encodeGetAttestation,
  isVerified,
  recompute,
  toDigest,
} from '../../proofs.ts'

interface Verified {
  checks: Check[]
  verdict: 'verified' | 'recomputed' | 'unasked' | 'notVerified'
}

/** Checks a score as `launchscore score verify` does: what the service answers against itself, and against the chain. */
export async function verify(scoreId: string): Promise<Verified> {
  const [score, attestation] = await Promise.all([
    getJson<ScoreResult>(`/v1/score/${scoreId}`),
    getJson<Attestation | PendingAttestation>(`/v1/score/${scoreId}/attestation`),
  ])
  if (!score) throw new Error('the service did not answer with the score')
  const weights = releasedWeights[score.promptVersion] ?? null
  if (!attestation || attestation.status === 'pending') {
    const checks = recompute({ score, weights })
    return { checks, verdict: toVerdict(checks, 'recomputed') }
  }
  const place = findPlace(attestation)
  const onChain = await askChain(place)
  const record = digestCheck(score, attestation)
  if (typeof onChain === 'string') {
    const unasked: Check = { name: 'attestation', kind: 'proof', outcome: 'skipped', text: onChain }
    const checks = [record, unasked, ...recompute({ score, weights })]
    return { checks, verdict: toVerdict(checks, 'unasked') }
  }
  const evidence = { score, place, onChain, weights, image: null, pinned: { attesters: [], contract: null } }
  const checks = [record, ...checkScore({ ...evidence, now: Math.floor(Date.now() / 1000) })]
  return { checks, verdict: toVerdict(checks, 'verified') }
}

/** Undefined: it is not there. */
async function getJson<T>(path: string): Promise<T | undefined> {
  const response = await fetch(path, { cache: 'no-cache' })
  return response.ok ? ((await response.json()) as T) : undefined // the contract's answer to a success
}

function findPlace({ attestationId, chainId, contract }: Attestation) {
  return { uid: attestationId as `0x${string}`, chainId, contract: contract as `0x${string}` } // as the contract's patterns say
}

/** Of the service's two responses. */
function digestCheck(score: ScoreResult, { digest }: Attestation): Check {
  const own = toDigest(score)
  const text = own === digest ? own : `the record gives ${own}, the service says ${digest}`
  return { name: 'record', kind: 'proof', outcome: own === digest ? 'ok' : 'failed', text }
}

const toVerdict = (checks: Check[], good: Verified['verdict']): Verified['verdict'] =>
  isVerified(checks) ? good : 'notVerified'

type Hex = `0x${string}`

/** The part of a wallet that reading needs (EIP-1193). */
interface Wallet {
  request: (call: { method: string; params?: unknown[] }) => Promise<unknown>
}

interface Place {
  uid: Hex
  chainId: number
  contract: Hex
}

/**
 * Reads the contract's entry for an id from the node of the reader's own wallet, because the service didn't choose that
 * node. A text says why it couldn't be asked.
 */
async function askChain({ uid, chainId, contract }: Place): Promise<OnChain | null | string> {
  const wallet = await findWallet()
  if (!wallet) return 'this browser has no wallet with a node: use the command instead'
  try {
    const current = Number(await wallet.request({ method: 'eth_chainId' }))
    if (current !== chainId)
      return `the wallet is on chain ${current}, the attestation on ${chainId}: switch it and try again`
    const call = { to: contract, data: encodeGetAttestation(uid) }
    const response = await wallet.request({ method: 'eth_call', params: [call, 'latest'] })
    return decodeAttestation(response as Hex) // throws on anything else
  } catch (error) {
    return `the wallet’s node could not be asked: ${error instanceof Error ? error.message.split('\n')[0] : 'it refused'}`
  }
}

/** The first wallet that announces itself (EIP-6963), else `window.ethereum`. */
function findWallet(): Promise<Wallet | undefined> {
  return new Promise((resolve) => {
    const onAnnounce = (event: Event) => resolve((event as CustomEvent<{ provider: Wallet }>).detail.provider)
    window.addEventListener('eip6963:announceProvider', onAnnounce, { once: true })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    setTimeout(() => {
      window.removeEventListener('eip6963:announceProvider', onAnnounce)
      resolve((window as { ethereum?: Wallet }).ethereum)
    }, 150)
  })
}
