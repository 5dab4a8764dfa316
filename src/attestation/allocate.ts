import type { Tx } from '../deps.ts'
import type { Market } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { type Task, callOfJob } from './call-of-job.ts'
import { scoreSchemaId } from './claim.ts'
import { ensureSchema } from './ensure-schema.ts'
import { type QueuedJob, deferJob, failQueued, listQueued } from './job-store.ts'
import { assignNonce, countSent, gasSince, lockLane, updateLane } from './lane-store.ts'
import { limitOf, signCall } from './sign-call.ts'
import { updateSigned } from './store.ts'

/** Gives each queued job a nonce and a signed, stored transaction, while there is room in flight. Sends nothing. */
export async function allocate(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = deps
  for (const job of await listQueued(db, clock.now(), 2 * config.attesting.inFlight)) {
    const outcome = await allocateOne(deps, job, signal)
    if (outcome === 'full' || outcome === 'funds' || outcome === 'fees') return
  }
}

/** Why a job can't be signed although it could be: what keeps all jobs, or the attestations of this day. */
export type Obstacle = 'funds' | 'fees' | 'daily-gas'

type Outcome = 'signed' | 'waits' | 'failed' | 'taken' | 'full' | Obstacle

async function allocateOne(deps: AttestDeps, job: QueuedJob, signal: AbortSignal): Promise<Outcome> {
  const task = await callOfJob(deps, job, signal)
  if (!task) return defer(deps, job)
  const { estimate, market } = await ask(deps, { job, task }, signal)
  if ('reverts' in estimate) return takeRevert(deps, job, estimate.reverts)
  const quote = { market, estimatedGas: estimate.gas, gas: limitOf(estimate.gas) }
  const obstacle = obstacleOf(deps, quote)
  const outcome = obstacle ?? (await deps.db.transaction().execute((tx) => giveNonce(deps, tx, { job, task, quote })))
  if (outcome === 'funds' || outcome === 'fees' || outcome === 'daily-gas') await hold(deps, job, outcome)
  return outcome
}

/** A job that a node can't estimate goes to the end of the queue, lest it keeps all others. */
async function ask(deps: AttestDeps, { job, task }: { job: QueuedJob; task: Task }, signal: AbortSignal) {
  try {
    const [market, estimate] = await Promise.all([
      deps.attester.market(signal),
      deps.attester.estimate(task.call, signal),
    ])
    return { market, estimate }
  } catch (error) {
    await defer(deps, job)
    throw error
  }
}

interface Quote {
  market: Market
  gas: bigint
  estimatedGas: bigint
}

function obstacleOf({ config }: AttestDeps, { gas, market }: Quote): 'funds' | 'fees' | undefined {
  const { maxFeePerGas } = market.fees
  if (maxFeePerGas > config.attesting.mostFeePerGas) return 'fees'
  return market.balance < gas * maxFeePerGas ? 'funds' : undefined
}

async function giveNonce(
  deps: AttestDeps,
  tx: Tx,
  { job, task, quote }: { job: QueuedJob; task: Task; quote: Quote },
): Promise<Outcome> {
  const { attester, config } = deps
  const lane = { chainId: attester.chainId, signer: attester.address }
  const nonce = await nextNonce(deps, tx, quote.market.count)
  if ((await countSent(tx, lane)) >= config.attesting.inFlight) return 'full'
  if (job.kind === 'attest' && (await isOverDailyGas(deps, tx, quote.estimatedGas))) return 'daily-gas'
  if (!(await assignNonce(tx, { id: job.id, lane, contract: attester.contract, nonce, now: deps.clock.now() })))
    return 'taken'
  if (job.kind === 'attest') await updateSigned(tx, job.subject, { schemaId: scoreSchemaId, refUid: task.refUid })
  const { gas, estimatedGas, market } = quote
  await signCall(deps, tx, { jobId: job.id, nonce, call: task.call, fees: market.fees, gas, estimatedGas })
  await updateLane(tx, lane, nonce + 1)
  return 'signed'
}

/** From our own count under the lane's lock; what others spent with our key is passed over. */
async function nextNonce({ attester, log }: AttestDeps, tx: Tx, count: number): Promise<number> {
  const nonce = await lockLane(tx, { chainId: attester.chainId, signer: attester.address }, count)
  if (count > nonce) log.error({ nonce, count }, 'the attester’s key was used elsewhere: one key is for one deployment')
  return Math.max(nonce, count)
}

/** Bounds what strangers can have us spend; what operators ask for isn't counted. */
async function isOverDailyGas({ attester, config, clock }: AttestDeps, tx: Tx, gas: bigint): Promise<boolean> {
  if (config.chainDailyGas === null) return false
  const midnight = new Date(clock.now().setUTCHours(0, 0, 0, 0))
  const spent = await gasSince(tx, { chainId: attester.chainId, signer: attester.address }, midnight)
  return spent + gas > BigInt(config.chainDailyGas)
}

const waitMs = 1000
const holdMs = 5000

async function defer({ db, clock }: AttestDeps, { id }: QueuedJob): Promise<'waits'> {
  await deferJob(db, id, { until: new Date(clock.now().getTime() + waitMs), error: null })
  return 'waits'
}

async function hold({ db, clock, log }: AttestDeps, { id, kind, subject }: QueuedJob, obstacle: Obstacle) {
  log.error({ kind, subject, obstacle }, 'nothing can be attested')
  await deferJob(db, id, { until: new Date(clock.now().getTime() + holdMs), error: obstacle })
}

/** The schema may be on its way, and a node may not have yet what is referred to; anything else would revert again. */
async function takeRevert(deps: AttestDeps, job: QueuedJob, error: string): Promise<'waits' | 'failed'> {
  const isForSchema = error === 'InvalidSchema' && job.kind === 'attest'
  if (isForSchema) await ensureSchema(deps)
  if (isForSchema || error === 'NotFound') return defer(deps, job)
  deps.log.warn({ kind: job.kind, subject: job.subject, error }, 'the contract refuses what was to be sent')
  await failQueued(deps.db, job.id, error)
  return 'failed'
}
