import { parseTransaction } from 'viem/utils'
import type { Receipt } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { storedCallOf } from './call-of-job.ts'
import { type InFlight, endJob, listInFlight, requeueSpent, returnToSent, updateMissing } from './job-store.ts'
import { getRaw } from './lane-store.ts'
import { recordLanding } from './record-landing.ts'
import { clearRevoked } from './store.ts'

type Hex = `0x${string}`

/** Writes down what the canonical chain says of everything that was signed and isn't final. */
export async function settle(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const jobs = await listInFlight(deps.db, deps.attester.chainId)
  if (jobs.length === 0) return
  const view = await openView(deps, signal)
  for (const job of jobs) await (job.state === 'sent' ? settleSent(deps, view, job) : watch(deps, view, job))
}

/** The chain as one round sees it. */
interface View {
  head: bigint
  blockHash: (height: bigint) => Promise<Hex | null>
  /** Of the first of these transactions that is in a block. */
  receiptOf: (hashes: Hex[]) => Promise<Receipt | null>
  /** Nonces of a signer that are spent for good. */
  finalCount: (signer: Hex) => Promise<number>
}

async function openView({ attester, config }: AttestDeps, signal: AbortSignal): Promise<View> {
  const head = await attester.head(signal)
  const finalHeight = head - finalDepthOf(config)
  const known = new Map<bigint, Promise<Hex | null>>()
  return {
    head,
    blockHash: (height) => {
      const hash = known.get(height) ?? attester.blockHash(height, signal)
      known.set(height, hash)
      return hash
    },
    receiptOf: async (hashes) => {
      for (const hash of hashes) {
        const receipt = await attester.receipt(hash, signal)
        if (receipt) return receipt
      }
      return null
    },
    finalCount: async (signer) => (finalHeight < 0n ? 0 : attester.countAt(signer, finalHeight, signal)),
  }
}

const finalDepthOf = ({ attesting, chainConfirmations }: AttestDeps['config']) =>
  BigInt(Math.max(attesting.finalBlocks, chainConfirmations))

async function settleSent(deps: AttestDeps, view: View, job: InFlight): Promise<void> {
  const receipt = await view.receiptOf(job.hashes)
  if (!receipt) return requeueIfSpent(deps, view, job)
  const depth = view.head - receipt.blockNumber + 1n
  if (depth < BigInt(deps.config.chainConfirmations)) return
  if ((await view.blockHash(receipt.blockNumber)) !== receipt.blockHash) return // orphaned, or the node is between two
  await recordLanding(deps, job, receipt)
}

/** Only when the nonce went to something else for good may the job have another: else both could land. */
async function requeueIfSpent(deps: AttestDeps, view: View, job: InFlight): Promise<void> {
  if ((await view.finalCount(job.signer)) <= job.nonce) return
  if (await view.receiptOf(job.hashes)) return // a node that lagged
  const { kind, subject, nonce } = job
  deps.log.error(
    { kind, subject, nonce },
    'the attester’s key was used elsewhere: a nonce went to a foreign transaction',
  )
  await (kind === 'fill' ? endJob(deps.db, job, 'failed') : requeueSpent(deps.db, job, deps.clock.now()))
}

/** A node behind a balancer may lag by so much before a missing block counts as gone. */
const lagMs = 30_000

/** Looks after a job in a block until it is final: blocks can be reorganised away. */
async function watch(deps: AttestDeps, view: View, job: InFlight): Promise<void> {
  const height = job.blockNumber ?? 0n // it is in a block
  const hash = await view.blockHash(height)
  if (hash === null && !isLongMissing(deps, job)) return markMissing(deps, job)
  if (hash !== job.blockHash) return followReorganisation(deps, view, job)
  if (job.missingSince) await updateMissing(deps.db, job, null)
  if (view.head - height >= finalDepthOf(deps.config)) await finish(deps, job)
}

const isLongMissing = ({ clock }: AttestDeps, { missingSince }: InFlight) =>
  missingSince !== null && clock.now().getTime() - missingSince.getTime() > lagMs

async function markMissing({ db, clock }: AttestDeps, job: InFlight): Promise<void> {
  if (!job.missingSince) await updateMissing(db, job, clock.now())
}

/** The same transaction goes out again, and may land with another id. */
async function followReorganisation(deps: AttestDeps, view: View, job: InFlight): Promise<void> {
  const { kind, subject, txHash } = job
  deps.log.warn({ kind, subject, txHash }, 'the chain was reorganised: sent again')
  await deps.db.transaction().execute(async (tx) => {
    await returnToSent(tx, job, deps.clock.now())
    if (kind === 'revoke') await clearRevoked(tx, subject)
  })
  await settleSent(deps, view, { ...job, state: 'sent', txHash: null, blockNumber: null, blockHash: null })
}

/** What was reverted because what it referred to got another id is tried once more, with another nonce. */
async function finish(deps: AttestDeps, job: InFlight): Promise<void> {
  if (job.state === 'landed') return endJob(deps.db, job, 'final')
  const isOutdated = await hasOtherCallNow(deps, job)
  await (isOutdated ? requeueSpent(deps.db, job, deps.clock.now()) : endJob(deps.db, job, 'failed'))
}

async function hasOtherCallNow(deps: AttestDeps, job: InFlight): Promise<boolean> {
  if ((job.kind !== 'attest' && job.kind !== 'revoke') || !job.txHash) return false
  const task = await storedCallOf(deps, job)
  const { data } = parseTransaction(await getRaw(deps.db, job.txHash))
  return task?.call.data !== data
}
