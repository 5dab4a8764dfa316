import type { Hex } from 'viem'
import { parseTransaction } from 'viem/utils'
import { toChecksumAddress } from '../../contract/address.ts'
import { scoreSchemaId } from '../../contract/verification/claim.ts'
import { insertActivity } from '../activity/store.ts'
import type { Tx } from '../database/db.ts'
import { forEachRow } from '../database/for-each-row.ts'
import type { Configured, Deps } from '../deps.ts'
import type { Receipt } from '../providers/chain/attester.ts'
import { isStampedIn, uidIn } from '../providers/chain/eas.ts'
import { enqueue } from '../webhooks/outbox.ts'
import type { Block } from '../providers/chain/block-times.ts'
import { buildStoredCall } from './build-call.ts'
import {
  endJob,
  type InFlight,
  listInFlight,
  recordBlock,
  requeueWithNewNonce,
  returnToSent,
  updateMissing,
} from './job-store.ts'
import { getRaw } from './nonce-store.ts'
import { type ChangedUid, clearRevoked, updateRevoked, updateUid } from './store.ts'

export async function settle(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
  const jobs = await listInFlight(deps.db, deps.attester.chainId)
  if (jobs.length === 0) return
  const view = await createView(deps, signal)
  const settleOne = (job: InFlight) =>
    job.state === 'sent' ? settleSent(deps, view, job) : settleIncluded(deps, view, job)
  await forEachRow({ rows: jobs, toId: ({ id }) => id, work: settleOne }, { log: deps.log, signal })
}

/** What the chain shows in one round: everything is fetched once. */
interface View {
  head: Block
  safe: () => Promise<Block>
  finalized: () => Promise<Block>
  blockHash: (height: bigint) => Promise<Hex | null>
  findReceipt: (hashes: Hex[]) => Promise<Receipt | null>
  count: (signer: Hex) => Promise<number>
  isStamped: (digest: Hex) => Promise<boolean>
}

async function createView({ attester }: Configured<'attester'>, signal: AbortSignal): Promise<View> {
  const head = await attester.head(signal)
  return {
    head,
    safe: once(() => attester.safe(signal)),
    finalized: once(() => attester.finalized(signal)),
    blockHash: onceFor((height: bigint) => attester.blockHash(height, signal)),
    count: onceFor((signer: Hex) => attester.count(signer, signal)),
    findReceipt: async (candidates) => {
      for (const hash of candidates) {
        const receipt = await attester.receipt(hash, signal)
        if (receipt) return receipt
      }
      return null
    },
    isStamped: async (digest) => (await attester.stampedAt(digest, signal)) !== null,
  }
}

function onceFor<Key, T>(ask: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const asked = new Map<Key, Promise<T>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  const askFor = onceFor(ask)
  return () => askFor(null)
}

async function settleSent(deps: Configured<'attester'>, view: View, job: InFlight): Promise<void> {
  const receipt = await view.findReceipt(job.hashes)
  if (!receipt) return requeueIfNonceLost(deps, view, job)
  const depth = view.head.number - receipt.blockNumber + 1n
  if (depth < BigInt(deps.config.chainConfirmations)) return
  if ((await view.blockHash(receipt.blockNumber)) !== receipt.blockHash) return // the block was orphaned meanwhile
  await recordInclusion(deps, job, receipt)
}

/**
 * Reassigns the nonce only once a final block used it for a foreign transaction: earlier, both could be included. The block
 * is older than the head at which the nonce was first seen used, so it is final when that one is; asking for the state of an
 * old block would need a node that keeps it.
 */
async function requeueIfNonceLost(deps: Configured<'attester'>, view: View, job: InFlight): Promise<void> {
  const { missingSince } = job
  if ((await view.count(job.signer)) <= job.nonce) return missingSince ? updateMissing(deps.db, job, null) : undefined
  if (!missingSince) return updateMissing(deps.db, job, view.head.at)
  if ((await view.finalized()).at <= missingSince) return
  if (await view.findReceipt(job.hashes)) return // the node lagged
  const { kind, subject, nonce } = job
  deps.log.error({ kind, subject, nonce }, 'the attester’s key was used elsewhere; another transaction took a nonce')
  await (kind === 'fill' ? endJob(deps.db, job, 'failed') : requeueWithNewNonce(deps.db, job, deps.clock.now()))
}

/** Nodes behind a load balancer may lag this far before a missing block counts as reorganised away. */
const lagMs = 30_000

/** Watches an included job until its block is safe, and once more when it is final. */
async function settleIncluded(deps: Configured<'attester'>, view: View, job: InFlight): Promise<void> {
  const height = job.blockNumber ?? 0n
  const isFinal = height <= (await view.finalized()).number
  if (!isFinal && !job.missingSince && height <= (await view.safe()).number) return
  const hash = await view.blockHash(height)
  if (hash === null && !isLongMissing(deps, job)) return markMissing(deps, job)
  if (hash !== job.blockHash) return handleReorganisation(deps, view, job)
  if (job.missingSince) await updateMissing(deps.db, job, null)
  if (isFinal) await finish(deps, view, job)
}

const isLongMissing = ({ clock }: Deps, { missingSince }: InFlight) =>
  missingSince !== null && clock.now().getTime() - missingSince.getTime() > lagMs

async function markMissing({ db, clock }: Deps, job: InFlight): Promise<void> {
  if (!job.missingSince) await updateMissing(db, job, clock.now())
}

/** Sends the same transaction again. In another block the attestation gets another uid. */
async function handleReorganisation(deps: Configured<'attester'>, view: View, job: InFlight): Promise<void> {
  const { kind, subject, txHash } = job
  deps.log.warn({ kind, subject, txHash }, 'the chain was reorganised; the transaction will be sent again')
  await deps.db.transaction().execute(async (tx) => {
    await returnToSent(tx, job, deps.clock.now())
    if (kind === 'revoke') await clearRevoked(tx, subject)
  })
  await settleSent(deps, view, { ...job, state: 'sent', txHash: null, blockNumber: null, blockHash: null })
}

/**
 * Retries a reverted job whose call has changed since (for example a new refUID), and a stamp that somebody else made
 * first.
 */
async function finish(deps: Configured<'attester'>, view: View, job: InFlight): Promise<void> {
  if (job.state === 'included') return endJob(deps.db, job, 'final')
  const isOutdated = (await hasChangedCall(deps, job)) || (await isStampedByOther(view, job))
  await (isOutdated ? requeueWithNewNonce(deps.db, job, deps.clock.now()) : endJob(deps.db, job, 'failed'))
}

const isStampedByOther = async (view: View, { kind, subject }: InFlight): Promise<boolean> =>
  kind === 'stamp' && (await view.isStamped(subject as Hex))

async function hasChangedCall(deps: Configured<'attester'>, job: InFlight): Promise<boolean> {
  if ((job.kind !== 'attest' && job.kind !== 'revoke') || !job.txHash) return false
  const prepared = await buildStoredCall(deps, job)
  const { data } = parseTransaction(await getRaw(deps.db, job.txHash))
  return prepared?.call.data !== data
}

/**
 * Records inclusion together with its result: the attestation's uid and its event, or the revocation (D43). Recording
 * the same block again changes nothing.
 */
async function recordInclusion(deps: Configured<'attester'>, job: InFlight, receipt: Receipt): Promise<void> {
  const { db, log } = deps
  const result = findResult(job, receipt)
  const isNew = await db.transaction().execute(async (tx) => {
    const [state, error] = result ? (['included', null] as const) : (['reverted', 'reverted'] as const)
    if (!(await recordBlock(tx, job, { receipt, state, error }))) return false
    if (result && job.kind === 'attest') await saveUid(deps, tx, { job, receipt, uid: result })
    if (result && job.kind === 'revoke') await saveRevocation(deps, tx, { job, receipt })
    return true
  })
  if (!isNew) return
  const line = { kind: job.kind, subject: job.subject, txHash: receipt.hash, block: Number(receipt.blockNumber) }
  if (result) log.info({ ...line, uid: result }, 'a transaction is in a block')
  else log.error(line, 'a transaction reverted')
}

/** A transaction that succeeded without this event had no effect. */
function findResult({ kind, subject, contract, signer }: InFlight, { isSuccess, logs }: Receipt): Hex | undefined {
  if (!isSuccess) return undefined
  if (kind === 'register' || kind === 'deploy' || kind === 'fill') return '0x'
  if (kind === 'stamp') return isStampedIn(logs, { contract, digest: subject }) ? '0x' : undefined
  const by = { contract, schemaId: scoreSchemaId, attester: signer }
  return uidIn(logs, kind === 'attest' ? 'Attested' : 'Revoked', by)
}

/** One event per uid: a reorganisation may give the attestation another uid, which is announced again (D38). */
async function saveUid(
  deps: Configured<'attester'>,
  tx: Tx,
  { job, receipt, uid }: { job: InFlight; receipt: Receipt; uid: Hex },
): Promise<void> {
  const changed = await updateUid(tx, { scoreId: job.subject, uid, now: deps.clock.now() })
  if (!changed) return
  if (changed.isFirst) await countActivity(deps, tx, changed)
  const data = {
    attestationId: uid,
    scoreRequestId: job.subject,
    subject: toChecksumAddress(changed.recipient),
    schemaId: scoreSchemaId,
    digest: changed.digest,
    txHash: receipt.hash,
    chainId: deps.attester.chainId,
  }
  await enqueue(deps, tx, { event: 'attestation.published', data })
}

/** A reorganisation that moves the revocation to another block announces it again. */
async function saveRevocation(
  deps: Configured<'attester'>,
  tx: Tx,
  { job, receipt }: { job: InFlight; receipt: Receipt },
): Promise<void> {
  const revoked = await updateRevoked(tx, job.subject, { at: deps.clock.now(), txHash: receipt.hash })
  if (!revoked?.uid) return
  const data = {
    attestationId: revoked.uid,
    scoreRequestId: job.subject,
    txHash: receipt.hash,
    chainId: deps.attester.chainId,
    reason: revoked.reason,
  }
  await enqueue(deps, tx, { event: 'attestation.revoked', data })
}

/** Counts the attestation in the current hour, and the attested score in the hour in which it was scored. */
async function countActivity({ clock }: Deps, tx: Tx, { scoredAt }: ChangedUid): Promise<void> {
  await insertActivity(tx, { at: clock.now(), amounts: { attestation: 1 } })
  await insertActivity(tx, { at: scoredAt, amounts: { attested: 1 } })
}
