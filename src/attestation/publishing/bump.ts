import type { Configured, Deps } from '../../deps.ts'
import { parseTransaction } from 'viem/utils'
import type { Tx } from '../../database/db.ts'
import type { Fees, Market } from '../../providers/chain/attester.ts'
import { findStatedMinimum } from '../../providers/chain/stated-minimum.ts'
import { atLeast, raiseFees } from './fees.ts'
import { insertJob } from './job-store.ts'
import {
  type SignerAccount,
  type Stuck,
  assignNonce,
  findLowestSent,
  isNonceTaken,
  lockNextNonce,
} from './nonce-store.ts'
import { type SignedCall, signCall, storeSigned, toGasLimit } from './sign-call.ts'

/**
 * After this many signatures, fees are raised only if the base fee, the market's tip or a stated minimum exceeds them.
 */
export const maxSignings = 10

/**
 * Unblocks the account's lowest pending nonce: replaces its transaction with higher fees, or fills the gap below it.
 */
export async function bump(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
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
