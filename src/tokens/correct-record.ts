import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { isUuid } from '../../contract/uuid.ts'
import { toContractKey } from '../scoring/contract-key.ts'
import { unmarkBound } from '../scoring/store.ts'
import { announceBinding } from './announce-binding.ts'
import { type BindingRow, findBinding, lockBinding, lockRivals, updateEnded } from './binding-store.ts'
import { type Correction, type Reason, hasOutcome, insertCorrection, listCorrections } from './correction-store.ts'

interface Subject {
  text: string
  bindingId: string
  /** null: the binding itself is wrong. */
  horizon: string | null
}

const maxExplanation = 500

/** launchscore outcome correct: a public correction of a binding or an outcome, which stays as it is. */
export async function correctRecordCommand(
  deps: Deps,
  text: string,
  options: { reason: Reason; explain: string },
): Promise<CommandResult> {
  const subject = parseSubject(text)
  const { reason } = options
  const explanation = parseExplanation(options.explain)
  const correction = await correctRecord(deps, { subject, reason, explanation })
  const json = { ...correction, correctedAt: correction.correctedAt.toISOString() }
  return { lines: [`${json.correctedAt}  ${correction.subject}  ${reason}  ${explanation}`], json }
}

function parseSubject(text: string): Subject {
  const [, kind, id = '', horizon = null] = /^(binding|outcome):([^:]+)(?::(24h|7d|30d|90d))?$/.exec(text) ?? []
  if (!kind || !isUuid(id) || (kind === 'outcome') !== (horizon !== null))
    throw new UsageError(`${text} is neither binding:<id> nor outcome:<id>:24h, :7d, :30d or :90d`)
  return { text: text.toLowerCase(), bindingId: id.toLowerCase(), horizon }
}

function parseExplanation(value: string): string {
  const text = value.trim()
  if (text === '' || text.length > maxExplanation || /\p{Cc}/u.test(text))
    throw new UsageError(`--explain must be one line of at most ${maxExplanation} characters`)
  return text
}

/** The operator's public word, which the chain need not bear out (D105). */
const madeBy = 'operator' as const

interface CorrectionRequest {
  subject: Subject
  reason: Reason
  explanation: string
}

async function correctRecord(deps: Deps, asked: CorrectionRequest): Promise<Correction> {
  const { subject, reason, explanation } = asked
  const { db, clock, random } = deps
  const binding = await findBinding(db, subject.bindingId)
  if (!binding) throw new Error(`no binding ${subject.bindingId}`)
  await requireOutcome(db, subject)
  const row = { id: random.uuid(), subject: subject.text, reason, explanation, replacement: null, madeBy }
  const correction = { ...row, correctedAt: clock.now() }
  await db.transaction().execute((tx) => storeCorrection(deps, tx, binding, { subject, correction }))
  return correction
}

/** The creator may deny the token meanwhile, and another operator may correct it. */
async function storeCorrection(
  deps: Deps,
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
  if (subject.horizon === null) {
    await updateEnded(tx, binding.id, 'corrected')
    await unmarkBound(tx, {
      submissionId: binding.submissionId,
      contract: toContractKey(binding.token, binding.chainId, deps.config),
    })
    await announceBinding(deps, tx, binding.id)
  }
  await insertCorrection(tx, correction)
}

async function requireOutcome(db: Db | Tx, { bindingId, horizon }: Subject): Promise<void> {
  if (horizon && !(await hasOutcome(db, bindingId, horizon))) throw new Error(`the launch has no outcome at ${horizon}`)
}
