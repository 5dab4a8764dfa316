import type { Db, Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { type Command, UsageError } from '../../platform/cli/command.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Pools } from '../../providers/chain/pools.ts'
import { unmarkBound } from '../../scoring/identity/mark-bound.ts'
import { findActs } from '../binding/find-acts.ts'
import type { ProofSources } from '../binding/prove-token.ts'
import { findUnsignedNaming, lockRivals, updateEnded } from '../binding/rival-store.ts'
import { type BindingRow, findBinding, lockBinding } from '../binding/store.ts'
import { type Correction, type Reason, hasOutcome, insertCorrection, listCorrections, reasons } from './store.ts'

type CorrectDeps = Pick<Deps, 'db' | 'clock' | 'random'> & {
  /** null: CHAIN_RPC_URL is not set. */
  proofSources: ProofSources | null
  pools: Pools | null
}

interface Subject {
  text: string
  bindingId: string
  /** null: the binding itself is wrong. */
  horizon: string | null
}

const timeoutMs = 600_000
const maxExplanation = 500

/** launchscore outcome correct: a public correction of a binding or an outcome, which stays as it is. */
export const correctRecordCommand: Command<CorrectDeps> = {
  run: async (deps, { positionals: [text = ''], options }) => {
    const subject = parseSubject(text)
    const reason = parseReason(options['reason'])
    const explanation = parseExplanation(options['explain'])
    const correction = await correctRecord(deps, { subject, reason, explanation })
    const json = { ...correction, correctedAt: correction.correctedAt.toISOString() }
    return { lines: [`${json.correctedAt}  ${correction.subject}  ${reason}  ${explanation}`], json }
  },
}

function parseSubject(text: string): Subject {
  const [, kind, id = '', horizon = null] = /^(binding|outcome):([^:]+)(?::(24h|7d|30d|90d))?$/.exec(text) ?? []
  if (!kind || !isUuid(id) || (kind === 'outcome') !== (horizon !== null))
    throw new UsageError(`${text} is neither binding:<id> nor outcome:<id>:24h, :7d, :30d or :90d`)
  return { text: text.toLowerCase(), bindingId: id.toLowerCase(), horizon }
}

function parseReason(value: string | boolean | undefined): Reason {
  const reason = reasons.find((one) => one === value)
  if (!reason) throw new UsageError(`--reason must be one of ${reasons.join(', ')}`)
  return reason
}

function parseExplanation(value: string | boolean | undefined): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > maxExplanation || /\p{Cc}/u.test(text))
    throw new UsageError(`--explain must be one line of at most ${maxExplanation} characters`)
  return text
}

interface CorrectionRequest {
  subject: Subject
  reason: Reason
  explanation: string
}

async function correctRecord(deps: CorrectDeps, asked: CorrectionRequest): Promise<Correction> {
  const { subject, reason, explanation } = asked
  const { db, clock, random } = deps
  const binding = await findBinding(db, subject.bindingId)
  if (!binding) throw new Error(`no binding ${subject.bindingId}`)
  await requireOutcome(db, subject)
  if (reason === 'not_theirs') await requireUntouched(deps, binding)
  const row = { id: random.uuid(), subject: subject.text, reason, explanation, replacement: null }
  const correction = { ...row, correctedAt: clock.now() }
  await db.transaction().execute((tx) => storeCorrection(tx, binding, { subject, correction }))
  return correction
}

/** The creator may sign for the token while the chain is read, and another operator may correct it. */
async function storeCorrection(
  tx: Tx,
  binding: BindingRow,
  { subject, correction }: { subject: Subject; correction: Correction },
): Promise<void> {
  await lockRivals(tx, binding)
  const isProven = (await lockBinding(tx, binding.id, ['proven'])) !== undefined
  if (subject.horizon === null && !isProven) throw new Error('the binding is not proven')
  await requireOutcome(tx, subject)
  const earlier = await listCorrections(tx, binding.id)
  if (earlier.some((one) => one.subject === subject.text)) throw new Error(`${subject.text} already has a correction`)
  if (correction.reason === 'not_theirs') await requireNaming(tx, binding.id)
  if (subject.horizon === null) {
    await updateEnded(tx, binding.id, 'corrected')
    await unmarkBound(tx, binding)
  }
  await insertCorrection(tx, correction)
}

async function requireOutcome(db: Db | Tx, { bindingId, horizon }: Subject): Promise<void> {
  if (horizon && !(await hasOutcome(db, bindingId, horizon))) throw new Error(`the launch has no outcome at ${horizon}`)
}

/** A wallet is cleared only of a stranger's token that named it, and not of a token that it signed or touched. */
async function requireUntouched({ proofSources, pools, db }: CorrectDeps, { id }: BindingRow): Promise<void> {
  if (!proofSources || !pools) throw new Error('CHAIN_RPC_URL is not set, so the wallet’s actions can’t be read')
  const touched = await requireNaming(db, id)
  const bounds = { maxBlocks: null, signal: AbortSignal.timeout(timeoutMs) }
  const acts = await findActs({ proofSources, pools }, touched, bounds)
  if (acts === 'acted') throw new Error('the chain shows an act of the wallet on the token')
  if (acts === 'unread') throw new Error('not all of the token’s transfers could be read')
}

async function requireNaming(db: Db | Tx, id: string) {
  const naming = await findUnsignedNaming(db, id)
  if (!naming || naming.creationTx === null || naming.creationBlock === null)
    throw new Error('not_theirs needs a proven binding that nobody signed and that only a launchpad’s event proves')
  const { token, creatorAddress: wallet, creationTx, creationBlock } = naming
  return { token, wallet, creationTx, creationBlock: BigInt(creationBlock) }
}
