import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import { bindTokenWords } from '../../words/bind-token.ts'
import { useWords } from '../../words/language.ts'
import { FieldFault } from '../schedule/field-fault.tsx'
import { Asking, FaultNote } from '../wallet/gate-parts.tsx'
import type { Fault } from '../wallet/sign.ts'
import { type Sign, WalletGate } from '../wallet/wallet-gate.tsx'
import { OwnTokens } from './own-tokens.tsx'
import { type Faults, type FieldName, bind } from './bind.ts'

export interface BindingProps {
  enrollmentId: string
  /** EIP-55. */
  creatorAddress: string
  /** The token that was found and is to be confirmed; null: the creator types it in. */
  tokenAddress: string | null
  /** The proven token, which the creator can deny; null: there is none. */
  boundToken: string | null
  /** The creator has signed for the proven token, so that no other can be named. */
  isSettled: boolean
}

/** Takes the place of the button. */
export function startBinding(element: HTMLElement, props: BindingProps): void {
  element.replaceChildren()
  render(
    <WalletGate expected={props.creatorAddress}>
      {(sign) => (
        <>
          {!props.isSettled && <BindForm {...props} sign={sign} />}
          <OwnTokens {...props} sign={sign} />
        </>
      )}
    </WalletGate>,
    element,
  )
  element.querySelector<HTMLElement>('.wallet-gate')?.focus() // the button that had the focus is gone
}

function BindForm({ tokenAddress, sign, ...props }: BindingProps & { sign: Sign }) {
  const t = useWords(bindTokenWords)
  const [values, setValues] = useState({ tokenAddress: tokenAddress ?? '', creationTx: '' })
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const wrong = Object.keys(faults)[0]
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
  }, [faults])

  const submit = (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    void bind({ ...props, values, sign }).then((ended) => {
      if (ended === null) return showOutcome()
      setBusy(false)
      setFault(ended.fault)
      setFaults(ended.faults)
    })
  }
  const toField = (name: FieldName) => ({
    name,
    value: values[name],
    fault: faults[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={t.title}>
      <HexField {...toField('tokenAddress')} label={t.address} help={t.addressHelp} />
      <HexField {...toField('creationTx')} label={t.tx} help={t.txHelp} note={t.optional} />
      <BusyButton class="btn pri wide" type="submit" isBusy={isBusy}>
        {t.sign}
      </BusyButton>
      {isBusy ? <Asking /> : <p class="muted meta">{t.free}</p>}
      <FaultNote fault={fault} title={t.notBound} />
    </form>
  )
}

function showOutcome(): void {
  location.hash = 'outcome'
  location.reload()
}

interface HexFieldProps {
  name: FieldName
  label: string
  help: string
  note?: string
  value: string
  fault: Fault | undefined
  onChange: (value: string) => void
}

const HexField = ({ name, label, help, note, value, fault, onChange }: HexFieldProps) => (
  <div class="input-field">
    <label for={`field-${name}`}>
      {label} {note && <span class="muted">({note})</span>}
    </label>
    <input
      id={`field-${name}`}
      name={name}
      value={value}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-invalid={fault ? true : undefined}
      aria-describedby={`field-${name}-words`}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
    <div id={`field-${name}-words`}>
      <FieldFault fault={fault} />
      <p class="field-words muted">{help}</p>
    </div>
  </div>
)
