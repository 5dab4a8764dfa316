import { render } from 'preact'
import { useState } from 'preact/hooks'
import type { Appeal } from '../../../../contract/schemas/appeal.ts'
import { askService } from '../../browser/ask.ts'
import { appealWords } from '../../words/appeal.ts'
import { pickWords, useWords } from '../../words/language.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { type Fault, walletFault } from '../wallet/sign.ts'
import { type Sign, Asking, FaultNote, WalletGate } from '../wallet/wallet-gate.tsx'

export interface AppealingProps {
  scoreId: string
  /** EIP-55. */
  creatorAddress: string
}

/** Replaces the button by the form. */
export function startAppeal(element: HTMLElement, props: AppealingProps): void {
  element.replaceChildren()
  render(
    <WalletGate expected={props.creatorAddress}>{(sign) => <AppealForm {...props} sign={sign} />}</WalletGate>,
    element,
  )
  element.querySelector<HTMLElement>('.wallet-gate')?.focus() // the button that had the focus is gone
}

function AppealForm(props: AppealingProps & { sign: Sign }) {
  const t = useWords(appealWords)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const submit = (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    void send(props, reason).then((ended) => {
      if (ended === null) return location.reload()
      setBusy(false)
      setFault(ended)
    })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <div class="input-field">
        <label for="field-reason">{t.reason}</label>
        <textarea
          id="field-reason"
          rows={5}
          value={reason}
          aria-describedby="field-reason-words"
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <p class="field-words" id="field-reason-words">
          {t.limit} {t.free}
        </p>
      </div>
      <p class="buttons">
        <BusyButton class="btn pri" type="submit" isBusy={isBusy}>
          {t.send}
        </BusyButton>
      </p>
      {isBusy && <Asking />}
      <FaultNote fault={fault} title={t.notSent} />
    </form>
  )
}

/** Has the creator's wallet sign the appeal, and sends it. Null: it is stored. */
async function send(
  { scoreId, creatorAddress, sign }: AppealingProps & { sign: Sign },
  reason: string,
): Promise<Fault | null> {
  const length = Array.from(reason.trim()).length
  if (length < 1 || length > 1000) return { words: pickWords(appealWords).empty }
  const path = `/v1/score/${scoreId}/appeal`
  const clock = await askService<object>('/health')
  const issuedAt = ('date' in clock ? clock.date : new Date()).toISOString()
  const draft = { reason, creatorAddress, issuedAt }
  const asked = await askService<{ message: string }>(`${path}/message`, { method: 'POST', body: draft })
  if ('refusal' in asked) return { english: asked.refusal.message }
  const signed = await sign(asked.body.message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ fault: walletFault(error) }),
  )
  if ('fault' in signed) return signed.fault
  const sent = await askService<Appeal>(path, { method: 'POST', body: { ...draft, ...signed } })
  return 'refusal' in sent ? { english: sent.refusal.message } : null
}
