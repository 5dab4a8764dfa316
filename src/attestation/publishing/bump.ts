import { parseTransaction } from 'viem/utils'
import type { Tx } from '../../database/db.ts'
import type { Fees, Market } from '../../providers/chain/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { raiseFees } from './fees.ts'
import { insertJob } from './job-store.ts'
import {
  type SignerAccount,
  type Stuck,
  assignNonce,
  findLowestSent,
  isNonceTaken,
  lockNextNonce,
} from './nonce-store.ts'
import { signCall, toGasLimit } from './sign-call.ts'

/** After this many signatures fees are raised only if the base fee exceeds them. */
const maxSignings = 10

/** Unblocks the account's lowest pending nonce: replaces its transaction with higher fees, or fills the gap below it. */
export async function bump(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const account = { chainId: attester.chainId, signer: attester.address }
  const stuck = await findLowestSent(db, account)
  if (!stuck || clock.now().getTime() - stuck.waitingSince.getTime() < config.attesting.bumpMs) return
  const market = await attester.market(signal)
  if (market.count > stuck.nonce) return // already included
  if (market.count < stuck.nonce) return fillGap(deps, account, market, signal)
  if (stuck.signings >= maxSignings && market.baseFee <= stuck.maxFee) return
  const fees = raiseFees({ maxFeePerGas: stuck.maxFee, maxPriorityFeePerGas: stuck.tip }, market.fees)
  if (fees.maxFeePerGas > config.attesting.feePerGasCap)
    return deps.log.warn({ nonce: stuck.nonce }, 'a transaction waits because gas costs more than the limit')
  await db.transaction().execute((tx) => replace(deps, tx, { account, stuck, fees }))
}

/** Signs the same call with the same nonce, so that only one of the two transactions can be included. */
async function replace(
  deps: AttestDeps,
  tx: Tx,
  { account, stuck, fees }: { account: SignerAccount; stuck: Stuck; fees: Fees },
): Promise<void> {
  await lockNextNonce(tx, account, stuck.nonce)
  const now = await findLowestSent(tx, account)
  if (now?.nonce !== stuck.nonce || now.maxFee !== stuck.maxFee) return // another replica was first
  const { to, data = '0x' } = parseTransaction(stuck.raw)
  if (!to) throw new Error('a transaction of ours has no recipient')
  const { id, nonce, gas, estimatedGas } = stuck
  await signCall(deps, tx, { jobId: id, nonce, call: { to, data }, fees, gas, estimatedGas })
  deps.log.info({ nonce, maxFeePerGas: String(fees.maxFeePerGas) }, 're-signed a transaction with higher fees')
}

/** Fills a nonce that no job of ours has. Its transaction is gone, and no higher nonce can be included before it. */
async function fillGap(deps: AttestDeps, account: SignerAccount, market: Market, signal: AbortSignal): Promise<void> {
  const { db, attester, clock, random, log } = deps
  const call = { to: attester.address, data: '0x' } as const
  const estimate = await attester.estimate(call, signal)
  if ('reverts' in estimate) return
  const { count: nonce, fees } = market
  await db.transaction().execute(async (tx) => {
    await lockNextNonce(tx, account, nonce)
    if (await isNonceTaken(tx, account, nonce)) return // the node lags
    const job = { id: random.uuid(), kind: 'fill', subject: `${account.chainId}:${account.signer}:${nonce}` } as const
    if (!(await insertJob(tx, { ...job, now: clock.now() }))) return
    await assignNonce(tx, { id: job.id, account, contract: attester.contract, nonce, now: clock.now() })
    const gas = toGasLimit(estimate.gas)
    await signCall(deps, tx, { jobId: job.id, nonce, call, fees, gas, estimatedGas: estimate.gas })
    log.warn({ nonce }, 'filled a gap in the nonces with an empty transaction')
  })
}
