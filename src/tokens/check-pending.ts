import type { Tx } from '../database/db.ts'
import type { Configured, Deps } from '../deps.ts'
import { hourMs } from '../../contract/time.ts'
import { UpstreamError } from '../platform/errors.ts'
import { decideBinding, findEligible } from './decide-binding.ts'
import { type ProofResult, proveToken } from './prove-token.ts'
import {
  type BindingRow,
  findBinding,
  findBoundLaunch,
  findSubmittedContract,
  leasePending,
  lockBinding,
  lockRivals,
  moveFound,
  returnLeases,
  updateDecided,
} from './binding-store.ts'

/** A claim that the chain doesn't confirm within this time is unproven. */
const maxClaimAgeMs = 48 * hourMs
/** An explorer that knows nothing of a contract may lag for so long; then there is no such contract. */
const explorerLagMs = hourMs
const batchSize = 20

/**
 * Asks the chain about due pending bindings. Several replicas share the work. A round that ends early leaves the bindings
 * that it hasn't checked due.
 */
export async function checkPendingBindings(deps: Configured<'proofSources'>, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const leases = await leasePending(deps.db, {
    chainId: deps.chainId,
    now,
    maxPendingMs: maxClaimAgeMs,
    limit: batchSize,
  })
  try {
    for (let lease = leases[0]; lease && !signal.aborted; lease = leases[0]) {
      await checkLogged(deps, lease.id, signal)
      leases.shift()
    }
  } catch (error) {
    // A binding that fails for itself must not be due at once.
    if (!signal.aborted) leases.shift()
    throw error
  } finally {
    if (leases.length > 0) await returnLeases(deps.db, leases, now)
  }
}

/** A provider's failure at one binding doesn't stop the others. */
async function checkLogged(deps: Configured<'proofSources'>, id: string, signal: AbortSignal): Promise<void> {
  try {
    await checkOne(deps, id, signal)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    deps.log.warn({ binding: id, reason: error.message }, 'a token binding could not be checked')
  }
}

/** The creator may confirm a binding while the chain is asked: then the question is another one, and is asked again. */
async function checkOne(deps: Configured<'proofSources'>, id: string, signal: AbortSignal): Promise<void> {
  for (let isChanged = true; isChanged && !signal.aborted;) isChanged = await decideAsked(deps, id, signal)
}

/** Returns true when the claim was changed meanwhile, so that nothing is decided. */
async function decideAsked(deps: Configured<'proofSources'>, id: string, signal: AbortSignal): Promise<boolean> {
  const { db, clock, proofSources } = deps
  const asked = await findBinding(db, id)
  const launch = asked && (await findBoundLaunch(db, asked.scoreId))
  if (asked?.state !== 'pending' || !launch) return false
  const now = clock.now()
  const waitedMs = now.getTime() - asked.boundAt.getTime()
  const submitted = await findSubmittedContract(db, launch, asked.token)
  const claim = { ...asked, submitted, isSigned: asked.origin === 'signed', isLate: waitedMs > explorerLagMs }
  const result = await proveToken(proofSources, claim, signal)
  const isOver = waitedMs > maxClaimAgeMs
  if (result.state === 'pending' && !isOver) return false
  return db.transaction().execute((tx) => decideLocked(deps, tx, { asked, result, now }))
}

interface PendingCheck {
  /** The binding as it was when the chain was asked. */
  asked: BindingRow
  result: ProofResult
  now: Date
}

/**
 * Returns true when the claim isn't the one that the chain was asked about, or isn't any more: a token that an earlier
 * score of the wallet is eligible for belongs to that one.
 */
async function decideLocked(deps: Deps, tx: Tx, { asked, result, now }: PendingCheck): Promise<boolean> {
  await lockRivals(tx, asked)
  const binding = await lockBinding(tx, asked.id, ['pending'])
  // The launch may have been enrolled meanwhile.
  const launch = binding && (await findBoundLaunch(tx, binding.scoreId))
  if (!binding || !launch) return false
  if (binding.origin !== asked.origin || binding.creationHint !== asked.creationHint) return true
  const eligible = await findEligible(deps, tx, { binding, launch, result })
  if (eligible && (await moveFound(tx, binding.id, eligible))) return true
  if (!eligible && (result.state === 'proven' || result.state === 'unproven'))
    await decideBinding(deps, tx, { binding, launch, result, now })
  else await updateDecided(tx, binding.id, unproven)
  return false
}

const unproven = {
  state: 'unproven',
  excluded: null,
  isNamedUnsigned: false,
  isAnchored: false,
  creation: null,
} as const
