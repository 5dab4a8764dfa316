import { hydrate } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../ui/notice.tsx'
import { type FieldName, formWords } from '../words/form.ts'
import { keepLanguage, pickWords, useWords } from '../words/language.ts'
import { DraftTicket, type DraftSignal } from './score-form/draft-ticket.tsx'
import { Field } from './score-form/field.tsx'
import { NameHint, SocialHint } from './score-form/hints.tsx'
import { forgetDraft, keepDraft, readTyped, recallDraft } from './score-form/keep-draft.ts'
import { PictureField } from './score-form/picture-field.tsx'
import { Progress } from './score-form/progress.tsx'
import { signSubmission } from './score-form/sign-submission.ts'
import { type Outcome, type Refused, type SignalNote, submit } from './score-form/submit.ts'
import { type Draft, type Faults, emptyDraft, fieldNames, findFaults, toHandle } from './score-form/submission.ts'
import { useUpload } from './score-form/use-upload.ts'
import { WalletButtons } from './score-form/wallet-button.tsx'
import { useWalletNames } from './score-form/wallet-name.tsx'
import type { Fault } from './wallet/sign.ts'
import type { Connected } from './wallet/use-wallets.ts'

interface FormProps {
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The signals of the active prompt version. */
  signals: DraftSignal[]
  /** The end of the names of wallets that this deployment resolves: `.base.eth`; null: none. */
  nameSuffix: string | null
  /** The text that was typed before this module was loaded. */
  typed?: Partial<Draft>
}

/** Takes the place of what the server rendered, and keeps what was typed into it. */
export const mount = (element: HTMLElement, props: FormProps) =>
  hydrate(<ScoreForm {...props} typed={readTyped(element)} />, element)

/** The form that has a launch scored, and leads to its score. */
export function ScoreForm({ contract, signals, nameSuffix, typed = {} }: FormProps) {
  const t = useWords(formWords)
  const [problem, setProblem] = useState<Fault | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const [opened, setOpened] = useState<Connected[]>([])
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
    if (!signer || !wantsSignature.current) return scoring.start(draft, null)
    setSigning(true)
    const signed = await signSubmission(draft, signer)
    setSigning(false)
    if ('refused' in signed) refuse(signed.refused)
    else scoring.start(draft, signed.signature)
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

  // nobody wants a text scored that they are still changing
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
        <DraftTicket draft={draft} signals={signals} />
        <Sending {...{ problem, isWaiting, isSigning }} canSign={signer !== undefined} isLive={fields.isLive} />
      </form>
    </div>
  )
}

type Fields = ReturnType<typeof useFields>

/** The fields with their faults: those that this page finds once a field is left, and those for which the service refused it. */
function useFields({ contract, nameSuffix, typed }: Omit<Required<FormProps>, 'signals'>) {
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

interface SendingProps {
  problem: Fault | null
  /** Whether the submission waits for the picture. */
  isWaiting: boolean
  /** Whether the wallet is asked for its signature. */
  isSigning: boolean
  /** The creator's wallet is open to this page. */
  canSign: boolean
  isLive: boolean
}

const Sending = ({ problem, isWaiting, isSigning, canSign, isLive }: SendingProps) => {
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
        <span class="small muted">{t.note}</span>
      </p>
    </div>
  )
}

/** The draft, kept over a reload. Text typed before hydration takes precedence over the text of an earlier visit. */
function useDraft(contract: string, typed: Partial<Draft>) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, contractAddress: contract })
  const [isLive, setLive] = useState(false)
  // before the browser delivers another key, which would be overwritten by the text that was read at the start
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

/** A scoring under way: its signals so far, and what ends it. */
function useScoring(settle: (outcome: Outcome) => void) {
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [told, setTold] = useState<SignalNote[]>([])
  const running = useRef<AbortController>(null)
  useEffect(() => {
    // a page that the browser kept while its score was shown comes back as it was left
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setState('idle')
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const start = (draft: Draft, signature: string | null) => {
    const controller = (running.current = new AbortController())
    setTold([])
    setState('running')
    const note = (one: SignalNote) => setTold((before) => [...before, one])
    void submit(draft, { signature, signal: controller.signal, note }).then((outcome) => {
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

/** After the next paint, when the words beside the field are there. */
function focusFirst(form: HTMLFormElement | null, faults: Faults): void {
  const first = fieldNames.find((name) => faults[name])
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
}

/** After the next paint, when the form is shown again. */
function focusNotice(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('.sending [role=alert]')?.focus())
}
