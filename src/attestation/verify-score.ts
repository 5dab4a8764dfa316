import type { Hex } from 'viem'
import { isAddressEqual } from 'viem/utils'
import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { toPrintable } from '../../contract/text.ts'
import { UpstreamError } from '../platform/errors.ts'
import { findWeights } from '../scoring/replay.ts'
import { findStoredSubmission } from '../scoring/store.ts'
import type { Check } from '../../contract/verification/check.ts'
import { checkReceipt } from '../../contract/verification/check-receipt.ts'
import { type Evidence, isVerified } from '../../contract/verification/check-record.ts'
import { checkScore } from '../../contract/verification/checks.ts'
import { type VerificationTarget, fetchTarget, loadTarget } from './verify-responses.ts'

/** `score verify`: compares a service's score with its attestation, read from a node of the caller's choice. */
export async function verifyScoreCommand(
  deps: Deps,
  target: string,
  options: { attester?: string; contract?: string },
): Promise<CommandResult> {
  const given = toAddress('attester', options.attester)
  const pinned = {
    attesters: given ? [given] : listAttesters(deps),
    contract: toAddress('contract', options.contract) ?? deps.attester?.contract ?? null,
  }
  const { scoreId, checks } = await verifyScore(deps, { target, pinned })
  const verified = isVerified(checks)
  const json = { scoreId, verified, checks }
  const lines = checks.map(formatLine)
  return verified ? { lines: [...lines, proven], json } : { lines, json, failure: toFailure(checks) }
}

const listAttesters = ({ attester, config }: Deps): Hex[] => [
  ...(attester ? [attester.address] : []),
  ...config.formerAttesters,
]

const chooseSigner = (named: Hex, trusted: Hex[]): Hex =>
  trusted.find((one) => isAddressEqual(one, named)) ?? trusted[0] ?? named

function toAddress(name: string, value: string | undefined): Hex | null {
  if (value === undefined) return null
  const parsed = parseAddress(value)
  if ('fault' in parsed) throw new UsageError(`--${name} ${parsed.fault}`)
  return toChecksumAddress(parsed.address) as Hex
}

async function verifyScore(
  deps: Deps,
  { target: given, pinned }: { target: string; pinned: Evidence['pinned'] },
): Promise<{ scoreId: string; checks: Check[] }> {
  const target = await findTarget(deps, given)
  const { score, place, receipt } = target
  const evidence = {
    score,
    place,
    pinned,
    onChain: await readChain(deps, target),
    weights: findWeights(deps, score.promptVersion),
    image: await findImage(deps, target),
    now: Math.floor(deps.clock.now().getTime() / 1000),
  }
  const checks = checkScore(evidence)
  if (receipt) checks.push(checkReceipt(score, { ...receipt, signer: chooseSigner(receipt.signer, pinned.attesters) }))
  return { scoreId: score.id, checks }
}

async function findTarget(deps: Deps, given: string): Promise<VerificationTarget> {
  const target = given.includes('://') ? await fetchTarget(given) : await loadTarget(deps, given)
  if (!target) throw new Error(`no score found for ${given}`)
  return target
}

/** Returns the reason as text if the node can't be read, so that the other checks still run. */
async function readChain({ chain }: Deps, { place }: VerificationTarget): Promise<Evidence['onChain']> {
  if (!place) return null
  if (!chain) return 'no node is configured; set CHAIN_RPC_URL and CHAIN_ID'
  if (chain.chainId !== place.chainId)
    return `the attestation is on chain ${place.chainId}, but CHAIN_ID is ${chain.chainId}`
  try {
    return await chain.findAttestation(place, AbortSignal.timeout(30_000))
  } catch (error) {
    if (error instanceof UpstreamError) return `the node could not be queried: ${error.message}`
    throw error
  }
}

async function findImage({ db }: Deps, { isLocal, score }: VerificationTarget): Promise<Evidence['image']> {
  const stored = isLocal ? await findStoredSubmission(db, score.id) : undefined
  if (!stored?.image) return null
  const { hash, bytes } = stored.image
  return { storedAs: hash, actual: createHash('sha256').update(bytes).digest('hex') }
}

const formatLine = ({ name, kind, outcome, text }: Check) =>
  `${outcome.padEnd(8)}${kind.padEnd(7)}${name.padEnd(13)}${toPrintable(text)}`

const proven = 'verified: this record is the one that was attested; lines marked "trust" cannot be proven'

const toFailure = (checks: Check[]): string =>
  `NOT VERIFIED: ${checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : [])).join(', ')}`
