import type { Tx } from '../../database/db.ts'
import type { Market } from '../../providers/chain/attester.ts'
import { checkDailyGas } from '../check-daily-gas.ts'
import { scoreSchemaId } from '../claim.ts'
import type { GasShare } from '../gas-shares.ts'
import { findGasCharge } from '../gas-store.ts'
import { updateSigned } from '../store.ts'
import type { AttestDeps } from './attest-deps.ts'
import { type PreparedCall, buildCall } from './build-call.ts'
import { ensureSchema } from './ensure-schema.ts'
import { type QueuedJob, deferJob, failQueued, listQueued } from './job-store.ts'
import { assignNonce, countSent, lockNextNonce, updateNextNonce } from './nonce-store.ts'
import { signCall, toGasLimit } from './sign-call.ts'

/** Gives each queued job a nonce and a signed, stored transaction, up to the limit in flight. Sends nothing. */
export async function allocate(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = deps
  for (const job of await listQueued(db, clock.now(), 2 * config.attesting.inFlight)) {
    const outcome = await allocateOne(deps, job, signal)
    if (outcome === 'full' || outcome === 'funds' || outcome === 'fees') return
  }
}

/** Why a valid job can't be signed yet: `funds` and `fees` block every job, a gas share only attestations of today. */
type Obstacle = 'funds' | 'fees' | GasShare

type Outcome = 'signed' | 'deferred' | 'failed' | 'not queued' | 'full' | Obstacle

const obstacles: readonly string[] = ['funds', 'fees', 'day', 'strangers', 'payer', 'creator'] satisfies Obstacle[]
const isObstacle = (outcome: Outcome): outcome is Obstacle => obstacles.includes(outcome)

async function allocateOne(deps: AttestDeps, job: QueuedJob, signal: AbortSignal): Promise<Outcome> {
  const prepared = await buildCall(deps, job, signal)
  if (!prepared) return defer(deps, job)
  const { estimate, market } = await fetchQuote(deps, { job, prepared }, signal)
  if ('reverts' in estimate) return handleRevert(deps, job, estimate.reverts)
  const quote = { market, estimatedGas: estimate.gas, gas: toGasLimit(estimate.gas) }
  const obstacle = findObstacle(deps, quote)
  const outcome =
    obstacle ?? (await deps.db.transaction().execute((tx) => assignAndSign(deps, tx, { job, prepared, quote })))
  if (isObstacle(outcome)) await block(deps, job, outcome)
  return outcome
}

/** A job that the node can't estimate moves to the end of the queue, so that it doesn't block the others. */
async function fetchQuote(
  deps: AttestDeps,
  { job, prepared }: { job: QueuedJob; prepared: PreparedCall },
  signal: AbortSignal,
) {
  try {
    const [market, estimate] = await Promise.all([
      deps.attester.market(signal),
      deps.attester.estimate(prepared.call, signal),
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

function findObstacle({ config }: AttestDeps, { gas, market }: Quote): 'funds' | 'fees' | undefined {
  const { maxFeePerGas } = market.fees
  if (maxFeePerGas > config.attesting.feePerGasCap) return 'fees'
  return market.balance < gas * maxFeePerGas ? 'funds' : undefined
}

/** Assigns the next nonce and stores the signed transaction, both in `tx`. */
async function assignAndSign(
  deps: AttestDeps,
  tx: Tx,
  { job, prepared, quote }: { job: QueuedJob; prepared: PreparedCall; quote: Quote },
): Promise<Outcome> {
  const { attester, config } = deps
  const account = { chainId: attester.chainId, signer: attester.address }
  const nonce = await nextNonce(deps, tx, quote.market.count)
  if ((await countSent(tx, account)) >= config.attesting.inFlight) return 'full'
  const exceeded = job.kind === 'attest' ? await checkEstimatedGas(deps, tx, { job, gas: quote.estimatedGas }) : null
  if (exceeded) return exceeded
  if (!(await assignNonce(tx, { id: job.id, account, contract: attester.contract, nonce, now: deps.clock.now() })))
    return 'not queued'
  if (job.kind === 'attest') await updateSigned(tx, job.subject, { schemaId: scoreSchemaId, refUid: prepared.refUid })
  const { gas, estimatedGas, market } = quote
  await signCall(deps, tx, { jobId: job.id, nonce, call: prepared.call, fees: market.fees, gas, estimatedGas })
  await updateNextNonce(tx, account, nonce + 1)
  return 'signed'
}

/** Our own count, under the account's lock. Nonces that were used outside this service are skipped. */
async function nextNonce({ attester, log }: AttestDeps, tx: Tx, count: number): Promise<number> {
  const nonce = await lockNextNonce(tx, { chainId: attester.chainId, signer: attester.address }, count)
  if (count > nonce)
    log.error({ nonce, count }, 'the attester’s key was used elsewhere; a key must belong to one deployment only')
  return Math.max(nonce, count)
}

/** Checks the real estimate: the job reserved a typical amount when it was accepted, possibly on an earlier day. */
async function checkEstimatedGas(
  deps: AttestDeps,
  tx: Tx,
  { job, gas }: { job: QueuedJob; gas: bigint },
): Promise<GasShare | null> {
  const charge = await findGasCharge(tx, job.subject)
  return charge ? checkDailyGas(deps, tx, { charge, gas }) : null
}

const deferMs = 1000
const blockMs = 5000
/** The day's gas is renewed at midnight UTC; until then each attempt costs two calls to the node. */
const blockForGasMs = 60_000

async function defer({ db, clock }: AttestDeps, { id }: QueuedJob): Promise<'deferred'> {
  await deferJob(db, id, { until: new Date(clock.now().getTime() + deferMs), error: null })
  return 'deferred'
}

async function block({ db, clock, log }: AttestDeps, { id, kind, subject }: QueuedJob, obstacle: Obstacle) {
  const isForAll = obstacle === 'funds' || obstacle === 'fees'
  if (isForAll) log.error({ kind, subject, obstacle }, 'attestation blocked')
  else log.warn({ kind, subject, share: obstacle }, 'a share of today’s gas is used up')
  const until = new Date(clock.now().getTime() + (isForAll ? blockMs : blockForGasMs))
  await deferJob(db, id, { until, error: obstacle })
}

/** Retries while the schema's registration or the referenced attestation may still be pending. Other reverts would repeat. */
async function handleRevert(deps: AttestDeps, job: QueuedJob, error: string): Promise<'deferred' | 'failed'> {
  const isForSchema = error === 'InvalidSchema' && job.kind === 'attest'
  if (isForSchema) await ensureSchema(deps)
  if (isForSchema || error === 'NotFound') return defer(deps, job)
  deps.log.warn(
    { kind: job.kind, subject: job.subject, error },
    'the contract rejected a transaction in the gas estimate',
  )
  await failQueued(deps.db, job.id, error)
  return 'failed'
}
