import { type CreationProof, findAnnouncement, findLaunchpad, listProofs, listSenders } from './rules/proofs-1.0.0.ts'
import type { BlockTimes } from '../providers/chain/block-times.ts'
import { findSender } from '../providers/chain/entry-points.ts'
import type { CreationReceipt } from '../providers/chain/creation-receipt.ts'
import { type Creations, delegationPrefix } from '../providers/chain/creations.ts'
import { findNativeKind } from '../providers/token-risk/native-token.ts'
import type { FindCreationTx } from '../providers/creator-data/txlist-explorer.ts'
import { type Launchpad, toVenue } from '../providers/launchpads/launchpads.ts'

export interface ProofSources {
  creations: Creations
  blockTimes: BlockTimes
  /** null: no explorer is configured. */
  findCreationTx: FindCreationTx | null
  launchpads: Launchpad[]
}

/** The contract that was submitted with a score. */
export interface SubmittedContract {
  /** Lower case. */
  address: string
  scoredAt: Date
  /** The providers knew the contract when the score was made. */
  wasKnown: boolean
}

interface Claim {
  /** Lower case. */
  token: string
  creatorAddress: string
  /** The creator's own claim about the transaction. */
  creationHint: string | null
  /** The wallet has signed for the token. */
  isSigned: boolean
  /** If the explorer doesn't know the contract, that answer is now final. */
  isLate: boolean
  /** null: none, or the token itself. */
  submitted: SubmittedContract | null
}

export interface Proof {
  kind: CreationProof | 'rights'
  txHash: string | null
  blockNumber: bigint | null
  /** The function that answered with the wallet, for `rights`, and for `named` where no event names it. */
  call: string | null
}

/** The chain's answer to a claim. */
export type ProofResult =
  /** The chain doesn't show the creation yet, or something wasn't to be learnt: ask again later. */
  | { state: 'pending' }
  /** The explorer had its time and knows no such contract. */
  | { state: 'absent' }
  | {
      /** `unproven`: all is known, and nothing of it shows that the wallet created the token. */
      state: 'proven' | 'unproven'
      proofs: Proof[]
      creationTx: string
      creationBlock: bigint
      /** The sender of the creation, in lower case; null: it can't be told. */
      creationSender: string | null
      createdAt: Date
      venue: string | null
      /** What its launchpad puts around the names that creators give. */
      nameAffix: Launchpad['nameAffix']
      name: string | null
      symbol: string | null
      /** Its launchpad sells it on a curve first. */
      hasCurve: boolean
      /** The contract that was submitted with the score had code when the score was made. */
      isScoredWithCode: boolean
    }

/** Asks the chain whether the wallet created the token. Throws `UpstreamError` ('chain', 'creator'). */
export async function proveToken(deps: ProofSources, claim: Claim, signal: AbortSignal): Promise<ProofResult> {
  const { creations } = deps
  const hinted = claim.creationHint ? await creations.receipt(claim.creationHint, signal) : null
  // A receipt that proves the creation by itself spares the explorer.
  const byHint = hinted && (await listOwnProofs(deps, claim, { receipt: hinted, ...unexplored }, signal))
  if (byHint && isEnough(claim, byHint)) return toResult(deps, { claim, ...byHint }, signal)
  const explorerTx = (await deps.findCreationTx?.(claim.token, signal)) ?? null
  const receipt = explorerTx && (explorerTx === hinted?.hash ? hinted : await creations.receipt(explorerTx, signal))
  if (!receipt) {
    const mayLag = deps.findCreationTx !== null && !claim.isLate
    if (byHint && byHint.kinds.length > 0 && !mayLag) return toResult(deps, { claim, ...byHint }, signal)
    const isUnmined = claim.creationHint !== null && hinted === null
    const isDenied = deps.findCreationTx !== null && explorerTx === null
    return { state: claim.isLate && isDenied && !isUnmined ? 'absent' : 'pending' }
  }
  const codeBefore = await creations.codeAt(claim.token, receipt.blockNumber - 1n, signal)
  const shown = await listOwnProofs(deps, claim, { receipt, explorerTx, codeBefore }, signal)
  if (shown.kinds.length === 0 && codeBefore === null) return { state: 'pending' }
  return toResult(deps, { claim, ...shown }, signal)
}

interface Shown {
  receipt: CreationReceipt
  explorerTx: string | null
  codeBefore: string | null
}

const unexplored = { explorerTx: null, codeBefore: null }

type Proofs = Omit<Found, 'claim'>

/**
 * Whether no further proof is needed: the wallet deployed the token, signed for it, sent its launch, or only was named. A
 * wallet that bundled its own user operation counts only by `sent`, which the explorer has to show.
 */
const isEnough = ({ creatorAddress, isSigned }: Claim, { receipt, kinds }: Proofs): boolean =>
  kinds.length > 0 &&
  (kinds.includes('deployed') ||
    isSigned ||
    findSender(receipt) === creatorAddress ||
    !listSenders(receipt).includes(creatorAddress))

async function listOwnProofs(
  { creations, launchpads }: ProofSources,
  { token, creatorAddress: wallet }: Claim,
  shown: Shown,
  signal: AbortSignal,
): Promise<Proofs> {
  const asked = { ...shown, token, wallet, launchpads }
  const creator = findAnnouncement(asked)?.creator
  const getter = typeof creator === 'object' && 'getter' in creator ? creator : null
  const namedCreator = getter && (await creations.creatorBy(getter, token, signal))
  const call = getter?.getter.name ?? null
  const launchpad = findLaunchpad(asked)
  return { receipt: shown.receipt, kinds: listProofs({ ...asked, namedCreator }), launchpad, call }
}

interface Found {
  claim: Claim
  receipt: CreationReceipt
  kinds: CreationProof[]
  launchpad: Launchpad | null
  /** The launchpad's function that was asked for the creator, since its event names none. */
  call: string | null
}

async function toResult(
  deps: ProofSources,
  { claim, receipt, kinds, launchpad, call }: Found,
  signal: AbortSignal,
): Promise<ProofResult> {
  const { creations, blockTimes } = deps
  const { token, creatorAddress: wallet, submitted } = claim
  const { hash, blockNumber } = receipt
  const [safe, createdAt, names, right] = await Promise.all([
    blockTimes.safe(signal),
    creations.minedAt(blockNumber, signal),
    creations.names(token, signal),
    creations.findRight(token, wallet, signal),
  ])
  if (!createdAt || blockNumber > safe.number) return { state: 'pending' }
  const isAsked = submitted !== null && kinds.length > 0 && submitted.scoredAt < createdAt
  const isScoredWithCode = isAsked && (await wasDeployedBefore(deps, submitted, signal))
  if (isScoredWithCode === null) return { state: 'pending' }
  const proofs = kinds.map((kind): Proof => ({ kind, txHash: hash, blockNumber, call: kind === 'named' ? call : null }))
  if (right) proofs.push({ kind: 'rights', txHash: null, blockNumber: null, call: right })
  return {
    state: kinds.length > 0 ? 'proven' : 'unproven',
    proofs,
    creationTx: hash,
    creationBlock: blockNumber,
    creationSender: findSender(receipt),
    createdAt,
    venue: launchpad && toVenue(launchpad),
    nameAffix: launchpad?.nameAffix ?? noAffix,
    hasCurve: launchpad?.hasCurve ?? false,
    isScoredWithCode,
    ...names,
  }
}

const noAffix = { prefix: '', suffix: '' }

/** Whether the contract had code when the score was made; null: neither the explorer nor the node can tell. */
async function wasDeployedBefore(
  { creations, blockTimes, findCreationTx }: ProofSources,
  { address, scoredAt, wasKnown }: SubmittedContract,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (wasKnown) return true
  const code = await creations.codeAt(address, 'latest', signal)
  const isWithoutCode = code === '0x' && findNativeKind(address) === null
  if (isWithoutCode || code?.startsWith(delegationPrefix)) return false
  const txHash = (await findCreationTx?.(address, signal)) ?? null
  const receipt = txHash && (await creations.receipt(txHash, signal))
  const createdAt = receipt && (await creations.minedAt(receipt.blockNumber, signal))
  if (createdAt) return createdAt <= scoredAt
  // The last block that was made by then.
  const next = await blockTimes.blockAt(new Date(scoredAt.getTime() + 1), signal)
  const codeThen = await creations.codeAt(address, next > 0n ? next - 1n : 0n, signal)
  return codeThen === null ? null : codeThen !== '0x'
}
