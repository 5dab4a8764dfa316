import type { Hex } from 'viem'
import { parseTransaction } from 'viem/utils'
import type { Tx } from '../database/db.ts'
import type { Configured, Deps } from '../deps.ts'
import type { Fees, Market, Sent } from '../providers/chain/attester.ts'
import { findStatedMinimum } from '../providers/chain/stated-minimum.ts'
import { allocate } from './allocate-nonces.ts'
import { signCall, type SignedCall, storeSigned, toGasLimit } from './build-call.ts'
import { insertJob } from './job-store.ts'
import {
  assignNonce,
  findLowestSent,
  isNonceTaken,
  listUnsent,
  lockNextNonce,
  type SignerAccount,
  type Stuck,
  updateSentAt,
} from './nonce-store.ts'
import { settle } from './settle.ts'

/**
 * `settle` runs first: it frees room in flight, and a transaction that lost its block is sent again in the same round.
 */
const steps = [settle, allocate, bump, broadcast]

/**
 * Runs one round over all jobs. Safe to call and to abort at any time: each step works from committed rows. If a step
 * fails, the others still run.
 */
export async function advanceAttestations(deps: Deps, signal: AbortSignal): Promise<void> {
  const { attester } = deps
  if (!attester) return
  const startedAt = deps.clock.now()
  const noteStuckSince = (given: Configured<'attester'>) => noteStuck(given, startedAt)
  const faults: unknown[] = []
  for (const step of [...steps, noteStuckSince]) {
    try {
      await step({ ...deps, attester }, signal)
    } catch (error) {
      if (signal.aborted) return
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

/** Sends signed transactions that are in no block, lowest nonce first. Sending the same bytes twice is harmless. */
async function broadcast(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const before = new Date(clock.now().getTime() - config.attesting.resendMs)
  const withoutFunds = new Set<Hex>()
  for (const { hash, raw, signer } of await listUnsent(db, attester.chainId, before)) {
    if (withoutFunds.has(signer)) continue
    const sent = await attester.send(raw, signal)
    const error = sent.outcome === 'taken' ? null : `${sent.outcome}: ${sent.detail}`
    await updateSentAt(db, hash, { at: clock.now(), error })
    report(deps, hash, sent)
    if (sent.outcome === 'no funds') withoutFunds.add(signer)
  }
}

/** `nonce used` is no failure: `settle` finds out whether the included transaction is ours. */
function report({ metrics, log }: Deps, txHash: Hex, { outcome, detail }: Sent): void {
  metrics.sends.inc({ queue: 'attestations', target: 'chain', outcome })
  const line = { txHash, outcome, detail }
  if (outcome === 'no funds' || outcome === 'refused') log.error(line, 'the node rejected a transaction')
  else if (outcome === 'underpriced' || outcome === 'gap') log.warn(line, 'the node rejected a transaction')
}

/**
 * After this many signatures, fees are raised only if the base fee, the market's tip or a stated minimum exceeds them.
 */
const maxSignings = 10

/**
 * Unblocks the account's lowest pending nonce: replaces its transaction with higher fees, or fills the gap below it.
 */
async function bump(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const account = { chainId: attester.chainId, signer: attester.address }
  const stuck = await findLowestSent(db, account)
  if (!stuck) return
  // A transaction that no pool takes waits for nothing.
  const minimum = stuck.refusal === null ? null : findStatedMinimum(stuck.refusal)
  const isBelow = minimum !== null && minimum > stuck.tip
  if (!isBelow && clock.now().getTime() - stuck.waitingSince.getTime() < config.attesting.bumpMs) return
  const market = await attester.market(signal)
  if (market.count > stuck.nonce) return // already included
  if (market.count < stuck.nonce) return fillGap(deps, account, market, signal)
  const wanted = isBelow ? atLeast(market.fees, minimum) : market.fees
  const isTooLow = market.baseFee > stuck.maxFee || wanted.maxPriorityFeePerGas > stuck.tip
  if (stuck.signings >= maxSignings && !isTooLow) return
  const fees = raiseFees({ maxFeePerGas: stuck.maxFee, maxPriorityFeePerGas: stuck.tip }, wanted)
  if (isTooExpensive(deps, stuck.nonce, fees)) return
  const signed = await signCall(deps, toReplacement(stuck, fees), signal)
  await db.transaction().execute((tx) => replace(deps, tx, { account, stuck, signed }))
}

function isTooExpensive({ config, log }: Deps, nonce: number, { maxFeePerGas }: Fees): boolean {
  if (maxFeePerGas <= config.attesting.feePerGasCap) return false
  log.warn({ nonce }, 'a transaction waits because gas costs more than the limit')
  return true
}

/** The same nonce, so that only one of the two transactions can be included. */
function toReplacement({ raw, nonce, gas, estimatedGas }: Stuck, fees: Fees) {
  const { to, data = '0x' } = parseTransaction(raw)
  if (!to) throw new Error('a transaction of ours has no recipient')
  return { nonce, call: { to, data }, fees, gas, estimatedGas }
}

async function replace(
  deps: Configured<'attester'>,
  tx: Tx,
  { account, stuck, signed }: { account: SignerAccount; stuck: Stuck; signed: SignedCall },
): Promise<void> {
  await lockNextNonce(tx, account, stuck.nonce)
  const now = await findLowestSent(tx, account)
  if (now?.nonce !== stuck.nonce || now.maxFee !== stuck.maxFee) return // another replica was first
  await storeSigned(deps, tx, stuck.id, signed)
  const { nonce, fees } = signed
  deps.log.info({ nonce, maxFeePerGas: String(fees.maxFeePerGas) }, 're-signed a transaction with higher fees')
}

/** Fills a nonce that no job of ours has; no higher nonce can be included before it. */
async function fillGap(
  deps: Configured<'attester'>,
  account: SignerAccount,
  market: Market,
  signal: AbortSignal,
): Promise<void> {
  const { db, attester, clock, random, log } = deps
  if (await isNonceTaken(db, account, market.count)) return // the node lags
  const call = { to: attester.address, data: '0x' } as const
  const estimate = await attester.estimate(call, signal)
  if ('reverts' in estimate) return
  const { count: nonce, fees } = market
  if (isTooExpensive(deps, nonce, fees)) return
  const signing = { nonce, call, fees, gas: toGasLimit(estimate.gas), estimatedGas: estimate.gas }
  const signed = await signCall(deps, signing, signal)
  await db.transaction().execute(async (tx) => {
    await lockNextNonce(tx, account, nonce)
    const job = { id: random.uuid(), kind: 'fill', subject: `${account.chainId}:${account.signer}:${nonce}` } as const
    if (!(await insertJob(tx, { ...job, now: clock.now() }))) return // another replica was first
    await assignNonce(tx, { id: job.id, account, contract: attester.contract, nonce, now: clock.now() })
    await storeSigned(deps, tx, job.id, signed)
    log.warn({ nonce }, 'filled a gap in the nonces with an empty transaction')
  })
}

/** A chain that includes transactions at all does so within minutes. */
const stuckMs = 300_000

/**
 * Reports the lowest pending transaction when it has waited for long, because every later one waits behind it. Measures
 * the wait up to the start of the round, which has looked for inclusions: after a pause of the process, a transaction
 * may be in a block that the service has not read yet.
 */
async function noteStuck({ db, attester, log }: Configured<'attester'>, roundStartedAt: Date): Promise<void> {
  const wasStuck = attester.inspected().state === 'stuck'
  const lowest = await findLowestSent(db, { chainId: attester.chainId, signer: attester.address })
  const waitedMs = lowest ? roundStartedAt.getTime() - lowest.sentSince.getTime() : 0
  const isStuck = lowest !== undefined && (lowest.signings >= maxSignings || waitedMs >= stuckMs)
  attester.markStuck(isStuck)
  if (!isStuck || wasStuck) return
  const { nonce, tip, maxFee, refusal } = lowest
  log.error(
    { nonce, maxPriorityFeePerGas: String(tip), maxFeePerGas: String(maxFee), refusal },
    'a transaction of the attester is stuck, and later ones wait behind it; min_tip in TUNING sets a higher tip',
  )
}

export const raiseFees = (signed: Fees, market: Fees): Fees => ({
  maxFeePerGas: max(raise(signed.maxFeePerGas), market.maxFeePerGas),
  maxPriorityFeePerGas: max(raise(signed.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
})

const atLeast = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees, tip: bigint): Fees => {
  const more = tip > maxPriorityFeePerGas ? tip - maxPriorityFeePerGas : 0n
  return { maxFeePerGas: maxFeePerGas + more, maxPriorityFeePerGas: maxPriorityFeePerGas + more }
}

/** Transaction pools require at least 10% more of both fees. */
const raise = (fee: bigint) => (fee * 9n) / 8n + 1n

const max = (a: bigint, b: bigint) => (a > b ? a : b)
