import { render } from 'preact'
import { useState } from 'preact/hooks'
import type { Appeal } from '../../../../contract/schemas/appeal.ts'
import { askService } from '../../browser/ask.ts'
import { canPush, subscribeToPush } from '../../browser/push.ts'
import { appealWords } from '../../words/appeal.ts'
import { pickWords, useWords } from '../../words/language.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { type Fault, walletFault } from '../wallet/sign.ts'
import { type Sign, Asking, FaultNote, WalletGate } from '../wallet/wallet-gate.tsx'

export interface AppealingProps {
  scoreId: string
  /** EIP-55. */
  creatorAddress: string
  answersBy: { email: boolean; pushKey: string | null }
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
  const [answerTo, setAnswerTo] = useState<AnswerTo>('page')
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const submit = (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    void send(props, { reason, answerTo, email: email.trim() }).then((ended) => {
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
      <AnswerField
        answersBy={props.answersBy}
        answerTo={answerTo}
        onAnswerTo={setAnswerTo}
        email={email}
        onEmail={setEmail}
      />
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

type AnswerTo = 'page' | 'email' | 'push'

interface AnswerFieldProps {
  answersBy: AppealingProps['answersBy']
  email: string
  answerTo: AnswerTo
  onAnswerTo: (answerTo: AnswerTo) => void
  onEmail: (email: string) => void
}

/** Where the answer shall arrive, besides the page. */
function AnswerField({ answersBy, answerTo, email, onAnswerTo, onEmail }: AnswerFieldProps) {
  const t = useWords(appealWords)
  const ways: AnswerTo[] = [
    'page',
    ...(answersBy.email ? (['email'] as const) : []),
    ...(answersBy.pushKey !== null && canPush() ? (['push'] as const) : []),
  ]
  if (ways.length === 1) return null
  return (
    <fieldset>
      <legend>{t.answerTo}</legend>
      {ways.map((way) => (
        <label key={way} class="tick">
          <input type="radio" name="answerTo" checked={answerTo === way} onChange={() => onAnswerTo(way)} />
          {t.answerWays[way]}
        </label>
      ))}
      {answerTo === 'email' && (
        <div class="input-field">
          <label for="field-email">{t.email}</label>
          <input
            id="field-email"
            type="email"
            autocomplete="email"
            maxLength={254}
            value={email}
            onInput={({ currentTarget }) => onEmail(currentTarget.value)}
          />
        </div>
      )}
      {answerTo !== 'page' && <p class="field-words">{t.answerOnce}</p>}
    </fieldset>
  )
}

interface Answered {
  answerTo: AnswerTo
  email: string
}

/** The part of the request that says where the answer goes; a fault in words when the browser allows no push. */
async function toAnswerAddress(
  { pushKey }: AppealingProps['answersBy'],
  { answerTo, email }: Answered,
): Promise<{ answerTo?: object } | { fault: Fault }> {
  const t = pickWords(appealWords)
  if (answerTo === 'page') return {}
  if (answerTo === 'email') return email === '' ? { fault: { words: t.noEmail } } : { answerTo: { email } }
  if (pushKey === null || (await Notification.requestPermission()) !== 'granted') return { fault: { words: t.noPush } }
  const push = await subscribeToPush(pushKey).catch(() => null)
  return push ? { answerTo: { push } } : { fault: { words: t.noPush } }
}

/** Has the creator's wallet sign the appeal, and sends it. Null: it is stored. */
async function send(
  { scoreId, creatorAddress, answersBy, sign }: AppealingProps & { sign: Sign },
  { reason, ...answered }: Answered & { reason: string },
): Promise<Fault | null> {
  const length = Array.from(reason.trim()).length
  if (length < 1 || length > 1000) return { words: pickWords(appealWords).empty }
  const address = await toAnswerAddress(answersBy, answered)
  if ('fault' in address) return address.fault
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
  const sent = await askService<Appeal>(path, { method: 'POST', body: { ...draft, ...signed, ...address } })
  return 'refusal' in sent ? { english: sent.refusal.message } : null
}
