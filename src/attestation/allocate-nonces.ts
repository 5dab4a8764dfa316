import type { Hex } from 'viem'
import { scoreSchemaId } from '../../contract/verification/claim.ts'
import type { Tx } from '../database/db.ts'
import type { Configured, Deps } from '../deps.ts'
import type { Market } from '../providers/chain/attester.ts'
import { buildCall, type PreparedCall, signCall, type SignedCall, storeSigned, toGasLimit } from './build-call.ts'
import { findGasCharge, type GasShare } from './gas-store.ts'
import { checkDailyGas } from './gas.ts'
import { deferJob, endWithStamp, failQueued, enqueueJob, listQueued, type QueuedJob } from './job-store.ts'
import { assignNonce, countSent, lockNextNonce, updateNextNonce } from './nonce-store.ts'
import { updateSigned } from './store.ts'

export async function allocate(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = deps
  for (const job of await listQueued(db, clock.now(), 2 * config.attesting.inFlight)) {
    const outcome = await allocateOne(deps, job, signal)
    if (outcome === 'full' || outcome === 'funds' || outcome === 'fees') return
  }
}

/** Why a valid job can't be signed yet: `funds` and `fees` block every job, a gas share only attestations of today. */
type Obstacle = 'funds' | 'fees' | GasShare

type Outcome = 'signed' | 'adopted' | 'deferred' | 'failed' | 'not queued' | 'full' | Obstacle

const obstacles: readonly string[] = ['funds', 'fees', 'day', 'strangers', 'payer', 'creator'] satisfies Obstacle[]
const isObstacle = (outcome: Outcome): outcome is Obstacle => obstacles.includes(outcome)

async function allocateOne(deps: Configured<'attester'>, job: QueuedJob, signal: AbortSignal): Promise<Outcome> {
  const prepared = await buildCall(deps, job, signal)
  if (!prepared) return defer(deps, job)
  const { estimate, market } = await fetchQuote(deps, { job, prepared }, signal)
  if ('reverts' in estimate)
    return isStampedAlready(job, estimate.reverts)
      ? adopt(deps, job, signal)
      : handleRevert(deps, job, estimate.reverts)
  const quote = { market, estimatedGas: estimate.gas, gas: toGasLimit(estimate.gas) }
  const outcome = findObstacle(deps, quote) ?? (await signAndAssign(deps, { job, prepared, quote }, signal))
  if (isObstacle(outcome)) await block(deps, job, outcome)
  return outcome
}

const fetchQuote = (
  deps: Configured<'attester'>,
  { job, prepared }: Pick<Allocation, 'job' | 'prepared'>,
  signal: AbortSignal,
) =>
  orDefer(deps, job, {
    work: async () => {
      const [market, estimate] = await Promise.all([
        deps.attester.market(signal),
        deps.attester.estimate(prepared.call, signal),
      ])
      return { market, estimate }
    },
    signal,
  })

const adopt = (deps: Configured<'attester'>, job: QueuedJob, signal: AbortSignal): Promise<Outcome> =>
  orDefer(deps, job, { work: () => adoptStamp(deps, job, signal), signal })

/**
 * Moves a job that can't be estimated or signed to the end of the queue, so that it doesn't block the others. An
 * aborted round says nothing about the job.
 */
async function orDefer<T>(deps: Configured<'attester'>, job: QueuedJob, { work, signal }: Step<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) await defer(deps, job)
    throw error
  }
}

interface Step<T> {
  work: () => Promise<T>
  signal: AbortSignal
}

interface Quote {
  market: Market
  gas: bigint
  estimatedGas: bigint
}

function findObstacle({ config }: Deps, { gas, market }: Quote): 'funds' | 'fees' | undefined {
  const { maxFeePerGas } = market.fees
  if (maxFeePerGas > config.attesting.feePerGasCap) return 'fees'
  return market.balance < gas * maxFeePerGas ? 'funds' : undefined
}

interface Allocation {
  job: QueuedJob
  prepared: PreparedCall
  quote: Quote
}

/** Another replica may take the nonce while ours is signed. One of them always advances, so few tries suffice. */
const maxTries = 5

/**
 * Signs between two transactions, because a remote signer may take seconds and must not hold the account's lock. A
 * signature whose nonce is no longer the next one is dropped unsent.
 */
async function signAndAssign(
  deps: Configured<'attester'>,
  allocation: Allocation,
  signal: AbortSignal,
): Promise<Outcome> {
  const { call } = allocation.prepared
  const { market, gas, estimatedGas } = allocation.quote
  for (let tries = 0; tries < maxTries; tries++) {
    const next = await deps.db.transaction().execute((tx) => findNext(deps, tx, allocation))
    if ('refused' in next) return next.refused
    const values = { nonce: next.nonce, call, fees: market.fees, gas, estimatedGas }
    const signed = await orDefer(deps, allocation.job, { work: () => signCall(deps, values, signal), signal })
    const outcome = await deps.db.transaction().execute((tx) => assign(deps, tx, allocation, signed))
    if (outcome !== 'raced') return outcome
  }
  return defer(deps, allocation.job)
}

/** The nonce that the job would get now, under the account's lock, or why it gets none. */
async function findNext(
  deps: Configured<'attester'>,
  tx: Tx,
  { job, quote }: Allocation,
): Promise<{ nonce: number } | { refused: Outcome }> {
  const nonce = await nextNonce(deps, tx, quote.market.count)
  if ((await countSent(tx, toAccount(deps))) >= deps.config.attesting.inFlight) return { refused: 'full' }
  const exceeded = job.kind === 'attest' ? await checkEstimatedGas(deps, tx, { job, gas: quote.estimatedGas }) : null
  return exceeded ? { refused: exceeded } : { nonce }
}

/** Assigns the nonce and stores the transaction that was signed with it, both in `tx`. */
async function assign(
  deps: Configured<'attester'>,
  tx: Tx,
  { job, prepared, quote }: Allocation,
  signed: SignedCall,
): Promise<Outcome | 'raced'> {
  const account = toAccount(deps)
  const next = await findNext(deps, tx, { job, prepared, quote })
  if ('refused' in next) return next.refused
  const { nonce } = next
  if (nonce !== signed.nonce) return 'raced'
  const { contract } = deps.attester
  if (!(await assignNonce(tx, { id: job.id, account, contract, nonce, now: deps.clock.now() }))) return 'not queued'
  if (job.kind === 'attest') await updateSigned(tx, job.subject, { schemaId: scoreSchemaId, refUid: prepared.refUid })
  await storeSigned(deps, tx, job.id, signed)
  await updateNextNonce(tx, account, nonce + 1)
  return 'signed'
}

const toAccount = ({ attester }: Configured<'attester'>) => ({ chainId: attester.chainId, signer: attester.address })

/** Nonces that were used outside this service are skipped. */
async function nextNonce({ attester, log }: Configured<'attester'>, tx: Tx, count: number): Promise<number> {
  const nonce = await lockNextNonce(tx, { chainId: attester.chainId, signer: attester.address }, count)
  if (count > nonce)
    log.error({ nonce, count }, 'the attester’s key was used elsewhere; a key must belong to one deployment only')
  return Math.max(nonce, count)
}

/** The job reserved a typical amount when it was accepted, possibly on an earlier day. */
async function checkEstimatedGas(
  deps: Configured<'attester'>,
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

async function defer({ db, clock }: Deps, { id }: QueuedJob): Promise<'deferred'> {
  await deferJob(db, id, { until: new Date(clock.now().getTime() + deferMs), error: null })
  return 'deferred'
}

async function block({ db, clock, log }: Deps, { id, kind, subject }: QueuedJob, obstacle: Obstacle) {
  const isForAll = obstacle === 'funds' || obstacle === 'fees'
  if (isForAll) log.error({ kind, subject, obstacle }, 'attestation blocked')
  else log.warn({ kind, subject, share: obstacle }, 'a share of today’s gas is used up')
  const until = new Date(clock.now().getTime() + (isForAll ? blockMs : blockForGasMs))
  await deferJob(db, id, { until, error: obstacle })
}

/** Retries while the schema's registration or the referenced attestation may be pending. Other reverts would repeat. */
async function handleRevert(
  deps: Configured<'attester'>,
  job: QueuedJob,
  error: string,
): Promise<'deferred' | 'failed'> {
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

const retryMs = 30_000

/** The digests of sealed days are public, so anyone can stamp one first; the contract accepts each once. */
const isStampedAlready = ({ kind }: QueuedJob, error: string): boolean =>
  kind === 'stamp' && error === 'AlreadyTimestamped'

/**
 * Ends a stamp with the transaction of the account that came first, once its block is final: until then a
 * reorganisation may remove it.
 */
async function adoptStamp(
  deps: Configured<'attester'>,
  job: QueuedJob,
  signal: AbortSignal,
): Promise<'adopted' | 'deferred'> {
  const { attester, clock, db, log } = deps
  const [finalized, stamp] = await Promise.all([
    attester.finalized(signal),
    attester.findStamp(job.subject as Hex, signal),
  ])
  if (!stamp || stamp.blockNumber > finalized.number) {
    await deferJob(db, job.id, { until: new Date(clock.now().getTime() + retryMs), error: null })
    return 'deferred'
  }
  const { chainId, contract } = attester
  await endWithStamp(db, job.id, { chainId, contract, stamp })
  log.info({ subject: job.subject, txHash: stamp.txHash }, 'somebody else stamped the digest of a day first')
  return 'adopted'
}

/** Queues the registration of the schema at the contract, unless it is queued or in flight already. */
export async function ensureSchema({ db, attester, clock, random }: Configured<'attester'>): Promise<void> {
  const now = clock.now()
  const job = { kind: 'register', subject: `${attester.chainId}:${attester.contract}` } as const
  await db.transaction().execute((tx) => enqueueJob(tx, { id: random.uuid(), ...job, now }))
}
