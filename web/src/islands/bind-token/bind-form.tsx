import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { NamedTokens, TokenBinding } from '../../../../contract/schemas/token.ts'
import { BusyButton, FieldFault } from '../shared/form-parts.tsx'
import { bindTokenWords } from '../../words/bind-token.ts'
import { pickWords, useWords } from '../../words/language.ts'
import { type Sign, Asking, FaultNote, WalletGate } from '../wallet/wallet-gate.tsx'
import { type Fault, walletFault } from '../wallet/sign.ts'
import { type Refusal, askService } from '../../browser/ask.ts'

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

/** Replaces the button by the form. */
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

interface OwnTokensProps {
  enrollmentId: string
  creatorAddress: string
  boundToken: string | null
  isSettled: boolean
  sign: Sign
}

/** What the connected wallet can do: deny the bound token, and confirm or deny tokens that name it. */
function OwnTokens({ boundToken, isSettled, sign, ...launch }: OwnTokensProps) {
  const t = useWords(bindTokenWords)
  const [named, setNamed] = useState<NamedToken[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const run = (work: () => Promise<Fault | null>) => {
    setBusy(true)
    setFault(null)
    void work().then((failed) => {
      setBusy(false)
      setFault(failed)
    })
  }
  const find = async () => {
    const found = await listNamed({ ...launch, sign })
    if ('fault' in found) return found.fault
    setNamed(found.tokens)
    return null
  }
  const claim = async (tokenAddress: string) => {
    const ended = await bind({ ...launch, sign, values: { tokenAddress, creationTx: '' } })
    return reload(ended && (ended.fault ?? Object.values(ended.faults)[0] ?? null))
  }
  const refuse = async (tokenAddress: string) => reload(await deny({ ...launch, sign, tokenAddress }))
  return (
    <div class="own-tokens">
      {boundToken !== null && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(() => refuse(boundToken))}>
            {t.notMine}
          </BusyButton>{' '}
          <span class="muted meta">{t.denialIsFinal}</span>
        </p>
      )}
      {!isSettled && named === null && (
        <p>
          <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(find)}>
            {t.findNamed}
          </BusyButton>{' '}
          <span class="muted meta">{t.namedNote}</span>
        </p>
      )}
      {named !== null && (
        <div role="status">
          <p>{named.length === 0 ? t.noneNamed : t.named}</p>
          <ul>
            {named.map(({ tokenAddress, name, symbol }) => (
              <li key={tokenAddress}>
                <bdi>{name}</bdi> {symbol !== null && <bdi class="muted">${symbol}</bdi>} <code>{tokenAddress}</code>{' '}
                <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => run(() => claim(tokenAddress))}>
                  {t.mine}
                </BusyButton>{' '}
                <BusyButton
                  class="btn sm"
                  type="button"
                  isBusy={isBusy}
                  onClick={() => run(() => refuse(tokenAddress))}
                >
                  {t.notMine}
                </BusyButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      <FaultNote fault={fault} />
    </div>
  )
}

function reload(failed: Fault | null): Fault | null {
  if (failed === null) location.reload()
  return failed
}

type FieldName = 'tokenAddress' | 'creationTx'
type Faults = Partial<Record<FieldName, Fault>>

/** Null: the binding is stored. */
type Ended = { fault: Fault | null; faults: Faults } | null

interface Wish {
  enrollmentId: string
  creatorAddress: string
  values: Record<FieldName, string>
  sign: Sign
}

/** Has the creator's wallet sign for the token, and sends it. */
async function bind({ enrollmentId, creatorAddress, values, sign }: Wish): Promise<Ended> {
  const [tokenAddress, creationTx] = [values.tokenAddress.trim(), values.creationTx.trim()]
  const faults = findFaults(tokenAddress, creationTx)
  if (Object.keys(faults).length > 0) return { fault: null, faults }
  const path = `/v1/launch/${enrollmentId}/token`
  const asked = await askService<{ message: string }>(`${path}/message?tokenAddress=${tokenAddress}`)
  if ('refusal' in asked) return endedBy(asked.refusal)
  const signed = await sign(asked.body.message).then(
    (signature) => ({ signature }),
    (error: unknown) => ({ fault: walletFault(error) }),
  )
  if ('fault' in signed) return { ...signed, faults: {} }
  const body = { tokenAddress, creatorAddress, ...signed, ...(creationTx && { creationTx }) }
  const sent = await askService<TokenBinding>(path, { method: 'POST', body })
  return 'refusal' in sent ? endedBy(sent.refusal) : null
}

interface Launch {
  enrollmentId: string
  creatorAddress: string
  sign: Sign
}

/** Has the creator's wallet sign that a token isn't its own. Null: the denial is stored. */
async function deny({ tokenAddress, ...launch }: Launch & { tokenAddress: string }): Promise<Fault | null> {
  const path = `/v1/launch/${launch.enrollmentId}/token/denial`
  const sent = await sendSigned(launch, { path, query: `tokenAddress=${tokenAddress}`, fields: { tokenAddress } })
  return 'fault' in sent ? sent.fault : null
}

/** The tokens that name the wallet. The wallet signs the request. */
async function listNamed(launch: Launch): Promise<{ tokens: NamedToken[] } | { fault: Fault }> {
  const path = `/v1/launch/${launch.enrollmentId}/token/named`
  const issuedAt = new Date().toISOString()
  const sent = await sendSigned(launch, { path, query: `issuedAt=${issuedAt}`, fields: { issuedAt } })
  return 'fault' in sent ? sent : { tokens: sent.body.tokens ?? [] }
}

type NamedToken = NamedTokens['tokens'][number]

async function sendSigned(
  { creatorAddress, sign }: Launch,
  { path, query, fields }: { path: string; query: string; fields: object },
): Promise<{ body: { tokens?: NamedToken[] } } | { fault: Fault }> {
  const asked = await askService<{ message: string }>(`${path}/message?${query}`)
  if ('refusal' in asked) return { fault: { english: asked.refusal.message } }
  try {
    const signature = await sign(asked.body.message)
    const sent = await askService<{ tokens?: NamedToken[] }>(path, {
      method: 'POST',
      body: { creatorAddress, signature, ...fields },
    })
    return 'refusal' in sent ? { fault: { english: sent.refusal.message } } : sent
  } catch (error) {
    return { fault: walletFault(error) }
  }
}

function findFaults(tokenAddress: string, creationTx: string): Faults {
  const t = pickWords(bindTokenWords)
  return {
    ...(!/^0x[\da-f]{40}$/i.test(tokenAddress) && { tokenAddress: { words: t.wrongAddress } }),
    ...(!/^(0x[\da-f]{64})?$/i.test(creationTx) && { creationTx: { words: t.wrongTx } }),
  }
}

function endedBy({ message, details }: Refusal): Ended {
  const faults = Object.fromEntries(
    details
      .filter(({ path }) => path === 'tokenAddress' || path === 'creationTx')
      .map(({ path, message: english }) => [path, { english }]),
  )
  return { fault: Object.keys(faults).length > 0 ? null : { english: message }, faults }
}
