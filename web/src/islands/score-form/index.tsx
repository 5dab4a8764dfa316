import { type ComponentChildren, hydrate } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WalletName } from '../../../../contract/schemas/enrollment.ts'
import { askService } from '../../browser/ask.ts'
import { keepInTab, parseTexts, recallFromTab } from '../../browser/tab-storage.ts'
import { Notice } from '../../ui/cards.tsx'
import { findChainName } from '../../../../contract/chains.ts'
import { listChains } from '../../ui/chains.ts'
import { type FieldName, formWords } from '../../words/form.ts'
import { keepLanguage, pickWords, useWords } from '../../words/language.ts'
import { type Fault, type Wallet, connect, listOpened, watchWallets } from '../wallet/sign.ts'
import type { Connected } from '../wallet/use-wallets.ts'
import { type DraftSignal, DraftTicket, NameHint, Progress, SocialHint } from './ticket.tsx'
import { PictureField, useUpload } from './picture-field.tsx'
import {
  type Draft,
  type Faults,
  type Outcome,
  type Refused,
  type SignalNote,
  type Submitting,
  emptyDraft,
  fieldNames,
  findFaults,
  signSubmission,
  submit,
  toHandle,
} from './submission.ts'

interface FormProps {
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The chain that the form begins with; null: the usual one. */
  chainId: number | null
  /** The signals of the active prompt version. */
  signals: DraftSignal[]
  /** The end of the names of wallets that this deployment resolves: `.base.eth`; null: none. */
  nameSuffix: string | null
  /** The text that was typed before this module was loaded. */
  typed?: Partial<Draft>
}

/** Hydrates the form and keeps what was typed before. */
export const mount = (element: HTMLElement, props: FormProps) =>
  hydrate(<ScoreForm {...props} typed={readTyped(element)} />, element)

/** The form that has a launch scored, and leads to its score. */
export function ScoreForm({ contract, chainId: firstChain, signals, nameSuffix, typed = {} }: FormProps) {
  const t = useWords(formWords)
  const [problem, setProblem] = useState<Fault | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const [opened, setOpened] = useState<Connected[]>([])
  const [isDraft, setDraft] = useState(false)
  const [chainId, setChainId] = useState(firstChain ?? listChains()[0] ?? null)
  const wantsSignature = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = useFields({ contract, nameSuffix, typed })
  const { draft, walletNames, upload } = fields
  const refuse = ({ faults, message }: Refused) => {
    fields.refuse(faults)
    setProblem(message)
    if (hasFault(faults)) focusFirst(form.current, faults)
    else focusNotice(form.current)
  }
  const scoring = useScoring((outcome) => {
    if (!('path' in outcome)) refuse(outcome)
  })
  const signer = findSigner(opened, draft)
  const start = async () => {
    if (!signer || !wantsSignature.current) return scoring.start(draft, { signature: null, isDraft, chainId })
    setSigning(true)
    const signed = await signSubmission({ draft, chainId }, signer)
    setSigning(false)
    if ('refused' in signed) refuse(signed.refused)
    else scoring.start(draft, { signature: signed.signature, isDraft, chainId })
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSigning) return
    wantsSignature.current = event.submitter?.getAttribute('name') === 'sign'
    if (walletNames.isName) {
      walletNames.resolve()
      return setProblem({ words: t.checkWallet })
    }
    fields.leaveAll()
    setProblem(null)
    if (!hasFault(fields.own)) return upload.isBusy ? setWaiting(true) : void start()
    setProblem({ words: t.fixFields })
    focusFirst(form.current, fields.own)
  }
  useEffect(() => {
    if (!isWaiting || upload.isBusy) return
    setWaiting(false)
    const faults = { ...fields.own, imageUrl: fields.refused.imageUrl ?? fields.own.imageUrl }
    if (!hasFault(faults)) {
      void start()
      return
    }
    setProblem({ words: t.fixFields })
    focusFirst(form.current, faults)
  }, [isWaiting, upload.isBusy])

  // a changed draft must not be submitted when the upload ends
  const stopWaiting = () => setWaiting(false)
  const { told, state } = scoring
  return (
    <div class="score-form card" data-live={fields.isLive}>
      {state !== 'idle' && (
        <Progress {...{ draft, told, signals }} isDone={state === 'done'} onCancel={scoring.cancel} />
      )}
      <form ref={form} onSubmit={send} onInput={stopWaiting} noValidate aria-label={t.form} hidden={state !== 'idle'}>
        <SubmissionFields
          fields={fields}
          nameSuffix={nameSuffix}
          onOpened={(one) => setOpened((before) => [one, ...before])}
        />
        <ChainChoice chainId={chainId} onChain={setChainId} />
        <DraftTicket draft={draft} signals={signals} />
        <Sending
          {...{ problem, isWaiting, isSigning, isDraft }}
          onDraft={setDraft}
          canSign={signer !== undefined}
          isLive={fields.isLive}
        />
      </form>
    </div>
  )
}

type Fields = ReturnType<typeof useFields>

/** The fields with their faults: those that this page finds once a field is left, and those for which the service refused it. */
function useFields({ contract, nameSuffix, typed }: Omit<Required<FormProps>, 'signals' | 'chainId'>) {
  const { draft, shown, change, isLive } = useDraft(contract, typed)
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<Faults>({})
  const setFault = (name: FieldName, fault?: Fault) => setRefused((before) => ({ ...before, [name]: fault }))
  const set = (name: FieldName, text: string) => {
    change(name, text)
    setFault(name)
  }
  const upload = useUpload({
    value: draft.imageUrl,
    onChange: (imageUrl) => set('imageUrl', imageUrl),
    onFault: (fault) => setFault('imageUrl', fault),
  })
  const own: Faults = { ...findFaults(draft), ...(upload.isBusy && { imageUrl: undefined }) }
  const walletNames = useWalletNames({
    text: draft.creatorAddress,
    suffix: nameSuffix,
    onAddress: (address) => set('creatorAddress', address),
    onFault: (words) => setFault('creatorAddress', { words }),
  })
  const leave = (name: FieldName) => {
    if (draft[name] === '') return
    if (name === 'creatorAddress' && walletNames.isName) return walletNames.resolve()
    if (name === 'xHandle') change(name, toHandle(draft[name].trim()))
    setLeft(new Set([...left, name]))
  }
  const toField = (name: FieldName) => ({
    name,
    value: shown[name],
    fault: refused[name] ?? (left.has(name) ? own[name] : undefined),
    onChange: (text: string) => set(name, text),
    onLeave: () => leave(name),
  })
  const leaveAll = () => setLeft(new Set(fieldNames))
  return { draft, isLive, own, refused, walletNames, upload, toField, set, leaveAll, refuse: setRefused }
}

interface SubmissionFieldsProps extends Pick<FormProps, 'nameSuffix'> {
  fields: Fields
  onOpened: (connected: Connected) => void
}

const SubmissionFields = ({ fields, nameSuffix, onOpened }: SubmissionFieldsProps) => {
  const t = useWords(formWords)
  const { draft, toField, set, walletNames, upload } = fields
  const link = toField('imageUrl')
  return (
    <div class="fields">
      <Field {...toField('name')}>
        <NameHint name={draft.name} />
      </Field>
      <Field {...toField('symbol')} />
      <Field {...toField('description')} />
      <fieldset class="field-group">
        <legend>{t.fields.imageUrl.label}</legend>
        <PictureField
          value={draft.imageUrl}
          onChange={(imageUrl) => set('imageUrl', imageUrl)}
          upload={upload}
          isFaulty={link.fault !== undefined}
        >
          <Field {...link} ownLabel={t.pictureLink} />
        </PictureField>
      </fieldset>
      <Field {...toField('xHandle')}>
        <SocialHint {...draft} />
      </Field>
      <Field {...toField('links')} />
      <Field {...toField('creatorAddress')} ownHelp={nameSuffix === null ? undefined : t.walletHelp(nameSuffix)}>
        <p class="small" role="status">
          <bdi>{walletNames.said}</bdi>
        </p>
        <WalletButtons onAddress={(address) => set('creatorAddress', address)} onOpened={onOpened} />
      </Field>
      <Field {...toField('contractAddress')} />
    </div>
  )
}

/** Only where the service scores launches on several chains. */
function ChainChoice({ chainId, onChain }: { chainId: number | null; onChain: (chainId: number) => void }) {
  const t = useWords(formWords)
  const chains = listChains()
  const box = useRef<HTMLSelectElement>(null)
  // a browser may have restored the choice
  useLayoutEffect(() => {
    if (box.current) onChain(Number(box.current.value))
  }, [])
  if (chains.length === 0) return null
  return (
    <div class="field chainId">
      <label for="field-chainId">{t.chain}</label>
      <select
        ref={box}
        id="field-chainId"
        name="chainId"
        value={String(chainId)}
        onChange={({ currentTarget }) => onChain(Number(currentTarget.value))}
      >
        {chains.map((one) => (
          <option key={one} value={String(one)} selected={one === chainId}>
            {findChainName(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SendingProps {
  problem: Fault | null
  /** Whether the submission waits for the picture. */
  isWaiting: boolean
  /** Whether the wallet is asked for its signature. */
  isSigning: boolean
  /** The creator's wallet is open to this page. */
  canSign: boolean
  isLive: boolean
  isDraft: boolean
  onDraft: (isDraft: boolean) => void
}

const Sending = ({ problem, isWaiting, isSigning, canSign, isLive, isDraft, onDraft }: SendingProps) => {
  const t = useWords(formWords)
  return (
    <div class="sending">
      <div role="alert" tabIndex={-1}>
        {isWaiting && (
          <Notice kind="pending" title={t.nothingScored}>
            {t.awaitingPicture}
          </Notice>
        )}
        {problem && (
          <Notice kind="fault" title={t.nothingScored}>
            {problem.words ?? <span lang="en">{problem.english}</span>}
          </Notice>
        )}
      </div>
      <DraftChoice isDraft={isDraft} onDraft={onDraft} />
      {canSign && (
        <p class="actions">
          <button class="btn pri" type="submit" name="sign" disabled={!isLive || isSigning}>
            {t.sign}
          </button>
          <span class="small muted" role="status">
            {isSigning ? t.askingWallet : t.signNote}
          </span>
        </p>
      )}
      <p class="actions">
        <button class={canSign ? 'btn' : 'btn pri'} type="submit" disabled={!isLive || isSigning}>
          {t.submit}
        </button>
        <span class="small muted">
          {t.note} {!isDraft && t.isPublic}
        </span>
      </p>
    </div>
  )
}

/** A browser may have restored the choice, and a visitor may have made it before this module was loaded. */
function DraftChoice({ isDraft, onDraft }: Pick<SendingProps, 'isDraft' | 'onDraft'>) {
  const t = useWords(formWords)
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => onDraft(box.current?.checked ?? false), [])
  return (
    <p class="draft-choice">
      <label>
        <input
          ref={box}
          type="checkbox"
          name="draft"
          checked={isDraft}
          onChange={({ currentTarget }) => onDraft(currentTarget.checked)}
          aria-describedby="draft-words"
        />{' '}
        {t.draft}
      </label>
      <span class="small muted" id="draft-words">
        {t.draftNote}
      </span>
    </p>
  )
}

/** The draft, kept over a reload. Text typed before hydration takes precedence over the text of an earlier visit. */
function useDraft(contract: string, typed: Partial<Draft>) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, contractAddress: contract })
  const [isLive, setLive] = useState(false)
  // synchronously, before another key press could be overwritten by the text that was read at the start
  useLayoutEffect(() => {
    setDraft((initial) => ({ ...recallDraft(initial), ...typed }))
    setLive(true)
  }, [])
  useEffect(() => {
    if (isLive) keepDraft(draft)
  }, [draft, isLive])
  const change = (name: FieldName, text: string) => setDraft((before) => ({ ...before, [name]: text }))
  // hydration leaves the markup as the server rendered it, except values: they must be those that the inputs have already
  return { draft, shown: isLive ? draft : { ...draft, ...typed }, change, isLive }
}

/** A running request: its signals so far, and how to cancel it. */
function useScoring(settle: (outcome: Outcome) => void) {
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [told, setTold] = useState<SignalNote[]>([])
  const running = useRef<AbortController>(null)
  useEffect(() => {
    // the browser may restore the page from its back/forward cache
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setState('idle')
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const start = (draft: Draft, choice: Pick<Submitting, 'signature' | 'isDraft' | 'chainId'>) => {
    const controller = (running.current = new AbortController())
    setTold([])
    setState('running')
    const note = (one: SignalNote) => setTold((before) => [...before, one])
    void submit(draft, { ...choice, signal: controller.signal, note }).then((outcome) => {
      if (running.current !== controller) return
      if (!('path' in outcome)) {
        setState('idle')
        return settle(outcome)
      }
      setState('done')
      forgetDraft()
      location.assign(keepLanguage(outcome.path))
    })
  }
  const cancel = () => {
    running.current?.abort()
    running.current = null
    setState('idle')
    settle({ message: { words: pickWords(formWords).cancelled }, faults: {} })
  }
  return { state, told, start, cancel }
}

/** The opened wallet whose account the draft names as the creator: it can sign the draft. */
const findSigner = (opened: Connected[], draft: Draft): Connected | undefined =>
  opened.find(({ accounts }) => accounts.includes(draft.creatorAddress.trim().toLowerCase()))

const hasFault = (faults: Faults): boolean => fieldNames.some((name) => faults[name])

/** After the next paint, when the messages of the fields are rendered. */
function focusFirst(form: HTMLFormElement | null, faults: Faults): void {
  const first = fieldNames.find((name) => faults[name])
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
}

/** After the next paint, when the form is shown again. */
function focusNotice(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('.sending [role=alert]')?.focus())
}

interface FieldProps {
  name: FieldName
  value: string
  fault: Fault | undefined
  onChange: (text: string) => void
  onLeave: () => void
  children?: ComponentChildren
  /** Of the input, where the label names more than it. */
  ownLabel?: string
  /** In place of the usual help. */
  ownHelp?: string | undefined
}

const optionalFields: FieldName[] = ['description', 'xHandle', 'links', 'contractAddress']

/** The rows of fields with several lines. */
const rows: Partial<Record<FieldName, number>> = { description: 4, links: 2 }

/** A labelled field with its help or its fault. */
export function Field({ name, value, fault, onChange, onLeave, ownLabel, ownHelp, children }: FieldProps) {
  const t = useWords(formWords)
  const { label, help: usualHelp, example } = t.fields[name]
  const help = ownHelp ?? usualHelp
  const id = `field-${name}`
  const isOptional = optionalFields.includes(name)
  const input = {
    id,
    name,
    value,
    placeholder: example,
    autocomplete: 'off',
    required: !isOptional,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}-words`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
    onBlur: onLeave,
  } as const
  return (
    <div class={`field ${name}`}>
      <label for={id}>
        {ownLabel ?? label}
        {isOptional && <span class="faint"> {t.optional}</span>}
      </label>
      {rows[name] ? (
        <textarea {...input} rows={rows[name]} spellcheck={name === 'description'} />
      ) : (
        <input {...input} type="text" spellcheck={false} />
      )}
      <div class="field-words" id={`${id}-words`}>
        {fault ? <FaultWords {...fault} /> : help && <p class="small muted">{help}</p>}
      </div>
      {children}
    </div>
  )
}

const FaultWords = ({ words, english }: Fault) => (
  <p class="fault-words">
    {words} {english !== undefined && <span lang="en">{english}</span>}
  </p>
)

interface Wanted {
  /** The typed value. */
  text: string
  /** The end of the names that this deployment resolves: `.base.eth`; null: it resolves none. */
  suffix: string | null
  onAddress: (address: string) => void
  onFault: (fault: string) => void
}

interface WalletNames {
  /** Whether the text is a name, which is to be resolved before it is sent. */
  isName: boolean
  resolve: () => void
  /** The state of the look-up; empty: none. */
  said: string
}

/** Resolves a name in the wallet field to its address. */
function useWalletNames({ text, suffix, onAddress, onFault }: Wanted): WalletNames {
  const [found, setFound] = useState<WalletName | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const latest = useRef(text)
  latest.current = text
  const t = useWords(formWords)
  const name = text.trim()
  const isName = suffix !== null && /\.eth$/i.test(name)
  const resolve = () => {
    if (asked === text) return
    setAsked(text)
    void findWallet(name, suffix ?? '').then((result) => {
      setAsked(null)
      if (latest.current !== text) return
      if ('fault' in result) return onFault(result.fault)
      setFound(result)
      onAddress(result.address)
    })
  }
  const answer = found?.address === text ? t.nameFound(found.name) : ''
  return { isName, resolve, said: asked === text ? t.lookingUp : answer }
}

async function findWallet(name: string, suffix: string): Promise<WalletName | { fault: string }> {
  const t = pickWords(formWords)
  if (!name.toLowerCase().endsWith(suffix)) return { fault: t.otherName(suffix) }
  const asked = await askService<WalletName>(`/api/v1/names/${encodeURIComponent(name)}`)
  if ('body' in asked) return asked.body
  const { status } = asked.refusal
  return { fault: status === 404 || status === 400 ? t.unknownName(name.slice(0, 80)) : t.nameFailed }
}

interface WalletButtonsProps {
  onAddress: (address: string) => void
  /** A wallet is open to this page: chosen here, or opened to this site before. */
  onOpened: (connected: Connected) => void
}

/** A button for each wallet of this browser, which fills in its address. */
function WalletButtons({ onAddress, onOpened }: WalletButtonsProps) {
  const t = useWords(formWords)
  const [found, setFound] = useState<Wallet[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => watchWallets(setFound), [])
  useEffect(() => {
    for (const wallet of found)
      listOpened(wallet.provider).then(
        (accounts) => onOpened({ wallet, accounts }),
        () => {},
      )
  }, [found])
  if (found.length === 0) return null
  const choose = async (wallet: Wallet) => {
    setSaid(t.askingWallet)
    const accounts = await connect(wallet.provider).catch(() => [])
    const [address] = accounts
    setSaid(address === undefined ? t.noAddress : '')
    if (address === undefined) return
    onOpened({ wallet, accounts })
    onAddress(address)
  }
  return (
    <p class="wallet-buttons">
      {found.slice(0, 4).map((wallet) => (
        <button key={wallet.id} class="btn sm" type="button" onClick={() => void choose(wallet)}>
          <bdi>{t.useWallet(wallet.name)}</bdi>
        </button>
      ))}
      <span class="small muted" role="status">
        {said}
      </span>
    </p>
  )
}

const key = 'score-draft'

/** Keeps what was typed until the tab is closed, so that a reload loses nothing. */
const keepDraft = (draft: Draft): void => keepInTab(key, JSON.stringify(draft))

/** The stored draft, over the values that the page begins with. */
function recallDraft(initial: Draft): Draft {
  const kept = parseTexts(recallFromTab(key), fieldNames)
  const texts = fieldNames.map((name) => [name, initial[name] || (kept[name] ?? '')])
  return { ...emptyDraft, ...Object.fromEntries(texts) }
}

const forgetDraft = (): void => keepInTab(key, null)

/** The texts of the fields that differ from what the server rendered. */
function readTyped(form: HTMLElement): Partial<Draft> {
  const inputs = fieldNames.flatMap((name) => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`),
  ])
  return Object.fromEntries(
    inputs.filter((one) => one.value !== one.defaultValue).map(({ name, value }) => [name, value]),
  )
}
