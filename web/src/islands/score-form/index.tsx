import { type ComponentChildren, hydrate } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { findChainName } from '../../../../contract/chains.ts'
import type { HomeProps } from '../../../../contract/props/home.ts'
import type { WalletName } from '../../../../contract/schemas/enrollment.ts'
import { askService } from '../../browser/ask.ts'
import { keepInTab, parseTexts, recallFromTab } from '../../browser/tab-storage.ts'
import { Notice } from '../../ui/cards.tsx'
import { listChains } from '../../ui/chains.ts'
import { Icon } from '../../ui/icon.tsx'
import { type FieldName, formWords } from '../../words/form.ts'
import { keepLanguage, pickWords, useWords } from '../../words/language.ts'
import { type Fault, type Wallet, connect, listOpened, watchWallets } from '../wallet/sign.ts'
import type { Connected } from '../wallet/use-wallets.ts'
import { FieldWords } from './field-words.tsx'
import { Measuring } from './measuring.tsx'
import { PictureField, useUpload } from './picture-field.tsx'
import { type FormSignal, Preview } from './preview.tsx'
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
  toDraft,
  toHandle,
} from './submission.ts'

interface FormProps extends Pick<HomeProps, 'contract' | 'chainId' | 'nameSuffix' | 'edited' | 'riskSource'> {
  /** The signals of the active prompt version. */
  signals: FormSignal[]
  /** The text that was typed before this module was loaded. */
  typed?: Partial<Draft>
}

/** Hydrates the form and keeps what was typed before. */
export const mount = (element: HTMLElement, props: FormProps) =>
  hydrate(<ScoreForm {...props} typed={readTyped(element)} />, element)

/** The form that has a launch scored, and leads to its score. */
export function ScoreForm({ signals, nameSuffix, riskSource, typed = {}, ...begin }: FormProps) {
  const t = useWords(formWords)
  const [problem, setProblem] = useState<Fault | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const [opened, setOpened] = useState<Connected[]>([])
  const [isDraft, setDraft] = useState(false)
  const [chainId, setChainId] = useState(begin.chainId ?? listChains()[0] ?? null)
  const wantsSignature = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = useFields({ ...begin, nameSuffix, typed })
  const { draft, walletNames, upload, picture } = fields
  const refuse = ({ faults, message }: Refused) => {
    fields.refuse(faults)
    setProblem(message)
    if (hasFault(faults)) focusFirst(form.current, faults)
    else focusNotice(form.current)
  }
  const scoring = useScoring((outcome) => {
    if ('path' in outcome) fields.forget()
    else refuse(outcome)
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
    focusFirst(form.current, fields.own)
  }
  useEffect(() => {
    if (!isWaiting || upload.isBusy) return
    setWaiting(false)
    const faults = { ...fields.own, imageUrl: fields.refused.imageUrl ?? fields.own.imageUrl }
    if (hasFault(faults)) focusFirst(form.current, faults)
    else void start()
  }, [isWaiting, upload.isBusy])

  // a changed draft must not be submitted when the upload ends
  const stopWaiting = () => setWaiting(false)
  const { told, state } = scoring
  return (
    <div class="score-form" data-live={fields.isLive}>
      {state !== 'idle' && (
        <Measuring
          {...{ draft, told, signals, chainId, picture, riskSource }}
          isDone={state === 'done'}
          onCancel={scoring.cancel}
        />
      )}
      <form ref={form} onSubmit={send} onInput={stopWaiting} noValidate aria-label={t.form} hidden={state !== 'idle'}>
        <Preview draft={draft} signals={signals} picture={picture} />
        <div class="card sheet">
          <SubmissionFields
            fields={fields}
            nameSuffix={nameSuffix}
            onOpened={(one) => setOpened((before) => [one, ...before])}
            chains={<ChainChoice chainId={chainId} onChain={setChainId} />}
          />
          <Sending
            {...{ problem, isWaiting, isSigning, isDraft }}
            onDraft={setDraft}
            canSign={signer !== undefined}
            isLive={fields.isLive}
            faultCount={fields.faultCount}
          />
        </div>
      </form>
    </div>
  )
}

type Fields = ReturnType<typeof useFields>

/** The fields with their faults: those that this page finds once a field is left, and those for which the service refused it. */
function useFields({
  contract,
  nameSuffix,
  edited,
  typed,
}: Omit<Required<FormProps>, 'signals' | 'chainId' | 'riskSource'>) {
  const { draft, shown, change, isLive, forget } = useDraft({ contract, edited, typed })
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
    afterPress(() => setLeft((before) => new Set([...before, name])))
  }
  const afterPress = useAfterPress()
  const findShownFault = (name: FieldName) => refused[name] ?? (left.has(name) ? own[name] : undefined)
  const toField = (name: FieldName) => ({
    name,
    value: shown[name],
    fault: findShownFault(name),
    onChange: (text: string) => set(name, text),
    onLeave: () => leave(name),
  })
  const leaveAll = () => setLeft(new Set(fieldNames))
  const faultCount = fieldNames.filter(findShownFault).length
  const picture = toPicture(draft.imageUrl, edited)
  const faults = { own, refused, faultCount, leaveAll, refuse: setRefused }
  return { ...faults, draft, isLive, picture, walletNames, upload, toField, set, forget }
}

/** Acts once no pointer is down: a fault that appears under a press would move what is pressed away from it. */
function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const onPress = ({ type }: Event) => void (isPressed.current = type === 'pointerdown')
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) addEventListener(type, onPress, true)
    return () => types.forEach((type) => removeEventListener(type, onPress, true))
  }, [])
  return (act) => {
    if (isPressed.current) addEventListener('pointerup', () => setTimeout(act), { once: true })
    else act()
  }
}

/** The path of the picture, if this page may show it: an upload, or that of the score that is edited. */
function toPicture(imageUrl: string, edited: FormProps['edited']): string | null {
  if (edited && imageUrl !== '' && imageUrl === edited.submission.imageUrl)
    return `/score/${edited.id}/picture?size=192`
  return /\/v1\/images\/[0-9a-f]{64}$/.exec(imageUrl)?.[0] ?? null
}

interface SubmissionFieldsProps extends Pick<FormProps, 'nameSuffix'> {
  fields: Fields
  onOpened: (connected: Connected) => void
  /** The choice of a chain, where there is one. */
  chains: ComponentChildren
}

const SubmissionFields = ({ fields, nameSuffix, onOpened, chains }: SubmissionFieldsProps) => {
  const t = useWords(formWords)
  const { toField, set, walletNames, upload, picture } = fields
  const setAddress = (address: string) => set('creatorAddress', address)
  const more = listChains().length > 0 ? t.moreAndChain : t.more
  return (
    <div class="fields">
      <div class="name-and-ticker">
        <Field {...toField('name')} />
        <Field {...toField('symbol')} />
      </div>
      <Field
        {...toField('creatorAddress')}
        ownExample={nameSuffix === null ? undefined : t.walletExample(nameSuffix)}
        said={walletNames.said}
        beside={<WalletButtons onAddress={setAddress} onOpened={onOpened} />}
      />
      <PictureField field={toField('imageUrl')} picture={picture} upload={upload} />
      <Fold title={t.pitchAndHandle} note={t.measureMore} fields={[toField('description'), toField('xHandle')]}>
        <Field {...toField('description')} />
        <Field {...toField('xHandle')} />
      </Fold>
      <Fold title={more} note={t.ifItExists} fields={[toField('links'), toField('contractAddress')]}>
        <Field {...toField('links')} />
        <div class="field-group">
          <Field {...toField('contractAddress')} />
          {chains}
        </div>
      </Fold>
    </div>
  )
}

interface FoldProps {
  title: string
  note: string
  fields: { value: string; fault: Fault | undefined }[]
  children: ComponentChildren
}

/** Optional fields. What has a text or a fault is never folded away. */
function Fold({ title, note, fields, children }: FoldProps) {
  const t = useWords(formWords)
  const isNeeded = fields.some(({ value, fault }) => value !== '' || fault)
  const [isOpen, setOpen] = useState(isNeeded)
  useEffect(() => {
    if (isNeeded) setOpen(true)
  }, [isNeeded])
  return (
    <details class="optional" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron" size={14} />
        <span>
          <strong>{title}</strong> <span class="muted">{t.optional}</span>
          <span class="muted note">{note}</span>
        </span>
      </summary>
      <div class="folded">{children}</div>
    </details>
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
  /** The fields that show a fault. */
  faultCount: number
  onDraft: (isDraft: boolean) => void
}

const Sending = (props: SendingProps) => {
  const { problem, isWaiting, isSigning, canSign, isLive, isDraft, faultCount, onDraft } = props
  const t = useWords(formWords)
  const score = isDraft ? t.submitDraft : t.submit
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
        {!problem && faultCount > 0 && <p class="fault-words">{t.needFix(faultCount)}</p>}
      </div>
      <DraftChoice isDraft={isDraft} onDraft={onDraft} />
      <p class="actions">
        <button class={canSign ? 'btn' : 'btn pri'} type="submit" disabled={!isLive || isSigning}>
          {score}
        </button>
        {canSign && (
          <button class="btn pri" type="submit" name="sign" disabled={!isLive || isSigning}>
            {t.sign}
          </button>
        )}
      </p>
      {canSign && (
        <p class="small muted sign-note" role="status">
          {isSigning ? t.askingWallet : t.signNote}
        </p>
      )}
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
          class="switch"
          name="draft"
          checked={isDraft}
          onChange={({ currentTarget }) => onDraft(currentTarget.checked)}
          aria-describedby="draft-words"
        />
        <span>{t.draft}</span>
      </label>
      <span class="small muted" id="draft-words">
        {t.draftNote}
      </span>
    </p>
  )
}

interface Begin extends Pick<FormProps, 'contract' | 'edited'> {
  typed: Partial<Draft>
}

/** The draft, kept over a reload. Text typed before hydration takes precedence over the text of an earlier visit. */
function useDraft({ contract, edited, typed }: Begin) {
  const key = edited ? `score-draft ${edited.id}` : 'score-draft'
  const [draft, setDraft] = useState<Draft>(() =>
    edited ? toDraft(edited.submission) : { ...emptyDraft, contractAddress: contract },
  )
  const [isLive, setLive] = useState(false)
  const isForgotten = useRef(false)
  // synchronously, before another key press could be overwritten by the text that was read at the start
  useLayoutEffect(() => {
    setDraft((initial) => ({ ...recallDraft(key, initial), ...typed }))
    setLive(true)
  }, [])
  // at once: other effects wait for the next frame, and a reload may come before it
  useLayoutEffect(() => {
    if (isLive && !isForgotten.current) keepInTab(key, JSON.stringify(draft))
  }, [draft, isLive])
  const change = (name: FieldName, text: string) => setDraft((before) => ({ ...before, [name]: text }))
  const forget = () => {
    isForgotten.current = true
    keepInTab(key, null)
  }
  // hydration leaves the markup as the server rendered it, except values: they must be those that the inputs have already
  return { draft, shown: isLive ? draft : { ...draft, ...typed }, change, isLive, forget }
}

/** The stored draft. The values that the page begins with come first, except those of a score that is edited. */
function recallDraft(key: string, initial: Draft): Draft {
  const kept = parseTexts(recallFromTab(key), fieldNames)
  if (key !== 'score-draft') return { ...initial, ...kept }
  const texts = fieldNames.map((name) => [name, initial[name] || (kept[name] ?? '')])
  return { ...emptyDraft, ...Object.fromEntries(texts) }
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
      setState('path' in outcome ? 'done' : 'idle')
      settle(outcome)
      if ('path' in outcome) location.assign(keepLanguage(outcome.path))
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

/** After the next paint, when the messages of the fields are rendered. A picture has a file in place of a text. */
function focusFirst(form: HTMLFormElement | null, faults: Faults): void {
  const first = fieldNames.find((name) => faults[name])
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>(`[name="${first}"]`)
    const shown = field?.offsetParent ? field : form?.querySelector<HTMLElement>('.drop input')
    shown?.focus()
  })
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
  /** In place of the usual example. */
  ownExample?: string | undefined
  /** The state of a look-up. */
  said?: string
  /** Right of the input. */
  beside?: ComponentChildren
}

const multiline: FieldName[] = ['description', 'links']

/** A labelled field with its help or its fault. */
export function Field({ name, value, fault, onChange, onLeave, ownExample, said, beside }: FieldProps) {
  const t = useWords(formWords)
  const { label, help, example } = t.fields[name]
  const id = `field-${name}`
  const input = {
    id,
    name,
    value,
    placeholder: ownExample ?? example,
    autocomplete: 'off',
    required: requiredFields.includes(name),
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}-words`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
    onBlur: onLeave,
  } as const
  return (
    <div class={`field ${name}`}>
      <label for={id}>{label}</label>
      <div class="entry">
        {multiline.includes(name) ? (
          <textarea {...input} rows={2} spellcheck={name === 'description'} />
        ) : (
          <input {...input} type="text" spellcheck={false} />
        )}
        {beside}
      </div>
      <FieldWords id={id} fault={fault} help={help} />
      {said !== undefined && (
        <p class="small" role="status">
          <bdi>{said}</bdi>
        </p>
      )}
    </div>
  )
}

const requiredFields: FieldName[] = ['name', 'symbol', 'creatorAddress', 'imageUrl']

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
  return { fault: status === 404 || status === 400 ? t.noSuchName : t.nameFailed }
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
    <>
      {found.slice(0, 3).map((wallet) => (
        <button
          key={wallet.id}
          class="btn"
          type="button"
          aria-label={t.connectWallet(wallet.name)}
          title={t.connectWallet(wallet.name)}
          onClick={() => void choose(wallet)}
        >
          {found.length === 1 ? t.connect : <bdi>{wallet.name ?? t.connect}</bdi>}
        </button>
      ))}
      <span class={said === '' ? 'unseen' : 'small muted'} role="status">
        {said}
      </span>
    </>
  )
}

/** The texts of the fields that differ from what the server rendered. */
function readTyped(form: HTMLElement): Partial<Draft> {
  const inputs = fieldNames.flatMap((name) => [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`),
  ])
  return Object.fromEntries(
    inputs.filter((one) => one.value !== one.defaultValue).map(({ name, value }) => [name, value]),
  )
}
