import type { Db } from '../../database/db.ts'
import { findExamination } from '../../scoring/contracts/contract-store.ts'
import { countEarlierScores } from '../deciding/count-earlier-scores.ts'
import { listOtherTokens } from '../finding/wallet-token-store.ts'
import { type OutcomeHistory, findOutcomeHistory } from '../followed/outcome-history-store.ts'
import { isOtherName, toBindingResponse, toLaunchToken } from './binding-response.ts'
import { listBindingProofs } from './proof-store.ts'
import type { LaunchToken, TokenBinding } from '../../../contract/schemas/token.ts'
import { type BindingRow, type BoundLaunch, findBoundLaunch, findShownBinding, findShownBindingOf } from './store.ts'

/** Other tokens of the wallet that are named; all are counted. */
const maxOtherTokens = 100

interface Bound {
  launch: BoundLaunch
  binding: BindingRow
}

/** A binding as the API shows it, with what became of it. */
export async function showBinding(db: Db, bound: Bound): Promise<{ shown: TokenBinding; history: OutcomeHistory }> {
  const [proofs, read] = await Promise.all([listBindingProofs(db, bound.binding.id), readBound(db, bound)])
  return { shown: toBindingResponse({ ...bound, ...read }, proofs), history: read.history }
}

/** The token of an enrolled launch, as its summary shows it; null: it isn't bound to one yet. */
export async function findLaunchToken(
  db: Db,
  { enrollmentId, submissionId }: { enrollmentId: string; submissionId: string },
): Promise<LaunchToken | null> {
  const binding = await findShownBinding(db, submissionId)
  const launch = binding && (await findBoundLaunch(db, enrollmentId))
  if (!launch) return null
  const bound = { launch, binding }
  return toLaunchToken({ ...bound, ...(await readBound(db, bound)) })
}

async function readBound(db: Db, { launch, binding }: Bound) {
  const { chainId, creatorAddress, token } = binding
  const [history, otherTokens, examination] = await Promise.all([
    findOutcomeHistory(db, binding.id),
    listOtherTokens(db, { chainId, creatorAddress, token, since: launch.scoredAt, limit: maxOtherTokens }),
    binding.state === 'proven' ? findExamination(db, binding.submissionId) : null,
  ])
  const examinedBy = examination?.scoreId ?? null
  return {
    history,
    otherTokens,
    examinedBy,
    earlierScores: history.earlierScores ?? (await countEarlierScores(db, launch)),
  }
}

/** The proven token of a score's submission, as a page of its contract shows it; null: there is none. */
export async function findBoundToken(
  db: Db,
  scoreId: string,
): Promise<Pick<TokenBinding, 'state' | 'name' | 'symbol' | 'nameDiffers' | 'examinedBy'> | null> {
  const binding = await findShownBindingOf(db, scoreId)
  const launch = binding?.state === 'proven' ? await findBoundLaunch(db, scoreId) : undefined
  if (!binding || !launch) return null
  const { state, name, symbol } = binding
  const examination = await findExamination(db, binding.submissionId)
  return { state, name, symbol, nameDiffers: isOtherName(launch, binding), examinedBy: examination?.scoreId ?? null }
}
