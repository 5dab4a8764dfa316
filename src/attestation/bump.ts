import { parseTransaction } from 'viem/utils'
import type { Tx } from '../deps.ts'
import type { Fees, Market } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { raisedFees } from './fees.ts'
import { insertJob } from './job-store.ts'
import { type Lane, type Stuck, assignNonce, findLowestSent, isNonceTaken, lockLane } from './lane-store.ts'
import { limitOf, signCall } from './sign-call.ts'

/** Beyond it fees are only raised when the base fee demands it. */
const mostSignings = 10

/** Helps the lane's lowest nonce into a block: signs it again with higher fees, or fills a gap that keeps it waiting. */
export async function bump(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const lane = { chainId: attester.chainId, signer: attester.address }
  const stuck = await findLowestSent(db, lane)
  if (!stuck || clock.now().getTime() - stuck.waitingSince.getTime() < config.attesting.bumpMs) return
  const market = await attester.market(signal)
  if (market.count > stuck.nonce) return // it is in a block
  if (market.count < stuck.nonce) return fillGap(deps, lane, market, signal)
  if (stuck.signings >= mostSignings && market.baseFee <= stuck.maxFee) return
  const fees = raisedFees({ maxFeePerGas: stuck.maxFee, maxPriorityFeePerGas: stuck.tip }, market.fees)
  if (fees.maxFeePerGas > config.attesting.mostFeePerGas)
    return deps.log.warn({ nonce: stuck.nonce }, 'a transaction waits: gas costs more than we pay')
  await db.transaction().execute((tx) => signAgain(deps, tx, { lane, stuck, fees }))
}

/** The same nonce and the same call, so that only one of them can land. */
async function signAgain(
  deps: AttestDeps,
  tx: Tx,
  { lane, stuck, fees }: { lane: Lane; stuck: Stuck; fees: Fees },
): Promise<void> {
  await lockLane(tx, lane, stuck.nonce)
  const now = await findLowestSent(tx, lane)
  if (now?.nonce !== stuck.nonce || now.maxFee !== stuck.maxFee) return // another replica was first
  const { to, data = '0x' } = parseTransaction(stuck.raw)
  if (!to) throw new Error('a transaction of ours has no recipient')
  const { id, nonce, gas, estimatedGas } = stuck
  await signCall(deps, tx, { jobId: id, nonce, call: { to, data }, fees, gas, estimatedGas })
  deps.log.info({ nonce, maxFeePerGas: String(fees.maxFeePerGas) }, 'a transaction was signed again with higher fees')
}

/** A nonce below the lane's that no job of ours has: what took it is gone, and nothing above it can land. */
async function fillGap(deps: AttestDeps, lane: Lane, market: Market, signal: AbortSignal): Promise<void> {
  const { db, attester, clock, random, log } = deps
  const call = { to: attester.address, data: '0x' } as const
  const estimate = await attester.estimate(call, signal)
  if ('reverts' in estimate) return
  const { count: nonce, fees } = market
  await db.transaction().execute(async (tx) => {
    await lockLane(tx, lane, nonce)
    if (await isNonceTaken(tx, lane, nonce)) return // the node lags
    const job = { id: random.uuid(), kind: 'fill', subject: `${lane.chainId}:${lane.signer}:${nonce}` } as const
    if (!(await insertJob(tx, { ...job, now: clock.now() }))) return
    await assignNonce(tx, { id: job.id, lane, contract: attester.contract, nonce, now: clock.now() })
    const gas = limitOf(estimate.gas)
    await signCall(deps, tx, { jobId: job.id, nonce, call, fees, gas, estimatedGas: estimate.gas })
    log.warn({ nonce }, 'a gap in the nonces is filled with an empty transaction')
  })
}
