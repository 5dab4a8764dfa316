import type { LaunchPage } from '../../../../contract/schemas/launch.ts'
import type { PageFields } from '../../../../contract/page-fields.ts'
import { type Refusal, askService } from '../../browser/ask-service.ts'
import { editorWords } from '../../words/editor.ts'
import { pickWords } from '../../words/language.ts'
import { type Fault, walletFault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'
import { type Faults, faultsIn } from './draft.ts'

interface Edit {
  enrollmentId: string
  creatorAddress: string
  changes: PageFields
  issuedAt: Date
  sign: Sign
}

/** Null: it is saved. */
export type Ended = { fault: Fault; faults: Faults } | null

/** Has the creator's wallet sign the edit, and saves it. */
export async function save({ enrollmentId, creatorAddress, changes, issuedAt, sign }: Edit): Promise<Ended> {
  const path = `/v1/launch/${enrollmentId}/page`
  const draft = { ...changes, creatorAddress, issuedAt: issuedAt.toISOString() }
  const asked = await askService<{ message: string }>(`${path}/message`, { method: 'POST', body: draft })
  if ('refusal' in asked) return endedBy(asked.refusal)
  const signed = await sign(asked.body.message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ fault: walletFault(error) }),
  )
  if ('fault' in signed) return { ...signed, faults: {} }
  const saved = await askService<LaunchPage>(path, { method: 'PATCH', body: { ...draft, ...signed } })
  return 'refusal' in saved ? endedBy(saved.refusal) : null
}

const endedBy = ({ message, details }: Refusal): Ended =>
  details.some(({ path }) => path !== 'issuedAt' && path !== '')
    ? { fault: { words: pickWords(editorWords).fixFields }, faults: faultsIn(details) }
    : { fault: { english: message }, faults: {} }
