import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Detail } from '../../../../contract/schema.ts'
import type { LaunchPhase, LaunchSummary } from '../../../../contract/props/launch.ts'
import type { LaunchPage } from '../../../../contract/schemas/launch.ts'
import { type PageFields, normalisePageFields } from '../../../../contract/page-fields.ts'
import { type Refusal, askService } from '../../browser/ask.ts'
import { keepInTab, parseTexts, recallFromTab } from '../../browser/tab-storage.ts'
import { type Call, CallToAction, LaunchHero } from '../../ui/launch-hero.tsx'
import { editorWords } from '../../words/editor.ts'
import { formatList, formatNumber } from '../../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../../words/language.ts'
import { BusyButton, FieldFault } from '../shared/form-parts.tsx'
import { ScheduleField, toFault, toInstant, toLocal } from '../shared/schedule-field.tsx'
import { type Fault, walletFault } from '../wallet/sign.ts'
import { type Sign, Asking, FaultNote, WalletGate } from '../wallet/wallet-gate.tsx'

export interface EditorProps {
  enrollmentId: string
  /** EIP-55. */
  creatorAddress: string
  start: Start
  onClose: () => void
  onSaved: () => void
}

/** A new object for each press, so that the same field can be opened again. */
interface Start {
  /** The field to begin with; null: the page stays where it is. */
  field: string | null
}

/** Shows the editor of a launch's page in `place`, as if for the first time unless it is open there. */
export function startEditor(place: HTMLElement, isOpen: boolean, props: EditorProps): void {
  if (!isOpen) render(null, place)
  render(<Editor {...props} />, place)
}

interface Loaded {
  launch: LaunchSummary
  /** How far the service's clock is ahead of this one's. */
  aheadMs: number
}

function Editor({ enrollmentId, creatorAddress, start, onClose, onSaved }: EditorProps) {
  const t = useWords(editorWords)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (start.field !== null && !findField(start.field)) heading.current?.focus()
  }, [start])
  useEffect(() => {
    void askService<LaunchSummary>(`/v1/launch/${enrollmentId}`).then((response) => {
      if ('refusal' in response) setFault(response.refusal.message)
      else setLoaded({ launch: response.body, aheadMs: findLead(response.date) })
    })
  }, [])
  const leave = () => {
    if (hasEdits(enrollmentId) && !confirm(t.discard)) return
    forgetEdits(enrollmentId)
    onClose()
  }
  const cancel = (
    <button class="btn" type="button" onClick={leave}>
      {t.cancel}
    </button>
  )
  return (
    <section class="page-editor card" aria-labelledby="editor-title">
      <h1 id="editor-title" ref={heading} tabIndex={-1}>
        {t.title}
      </h1>
      <FaultNote fault={fault === null ? null : { english: fault }} />
      {loaded && (
        <WalletGate expected={creatorAddress}>
          {(sign) => <FocusedForm start={start} form={{ ...loaded, sign, cancel, onSaved }} />}
        </WalletGate>
      )}
      <p class="lone-cancel">{cancel}</p>
    </section>
  )
}

/**
 * How far the service's clock is ahead. Its `Date` header has whole seconds, so a small difference counts as none:
 * otherwise a second edit within a second could seem to be signed before the first, and would be refused.
 */
function findLead(date: Date): number {
  const aheadMs = date.getTime() - Date.now()
  return Math.abs(aheadMs) < 60_000 ? 0 : aheadMs
}

/** Begins with the field that was asked for. */
function FocusedForm({ start, form }: { start: Start; form: Parameters<typeof EditForm>[0] }) {
  useEffect(() => {
    if (start.field) findField(start.field)?.focus()
  }, [start])
  return <EditForm {...form} />
}

const findField = (field: string) => document.getElementById(`field-${field}`)

interface FormProps {
  launch: LaunchSummary
  /** How far the service's clock is ahead of this one's. */
  aheadMs: number
  sign: Sign
  cancel: preact.ComponentChildren
  onSaved: () => void
}

/** The fields of a launch's page, with the page as they make it beside them; saving takes a signature. */
function EditForm(props: FormProps) {
  const t = useWords(editorWords)
  const { launch, cancel } = props
  const form = useForm(props)
  return (
    <div class="form-and-preview">
      <form class="inputs" onSubmit={form.send} noValidate aria-label={t.title}>
        {textNames.map((name) => (
          <TextField
            key={name}
            {...{ name }}
            value={form.draft[name]}
            fault={form.faults[name]}
            onChange={form.change}
          />
        ))}
        <ScheduleField
          value={form.draft.scheduledFor}
          onChange={(text) => form.change('scheduledFor', text)}
          fault={form.faults.scheduledFor}
        />
        <p class="buttons">
          <BusyButton class="btn pri" type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            {t.save}
          </BusyButton>
          {cancel}
        </p>
        {form.isBusy ? <Asking /> : <Changes changes={form.changes} />}
        <FaultNote fault={form.fault} title={t.notSaved} />
      </form>
      <LaunchPreview launch={launch} draft={form.draft} />
    </div>
  )
}

function useForm({ launch, aheadMs, sign, onSaved }: FormProps) {
  const { page } = launch
  const { enrollmentId, creatorAddress } = launch.enrollment
  const [draft, setDraft] = useState<Draft>(() => ({ ...toDraft(page), ...recallEdits(enrollmentId) }))
  // at once: other effects wait for the next frame, and a reload may come before it
  useLayoutEffect(() => keepEdits(enrollmentId, toEdits(draft, page)), [draft])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [refused, setRefused] = useState<Faults>({})
  const changes = toChanges(draft, page)
  const faults: Faults = { ...findFaults(changes), ...refused }

  const change = (name: keyof Draft, text: string) => {
    setDraft({ ...draft, [name]: text })
    setRefused(Object.fromEntries(Object.entries(refused).filter(([other]) => other !== name)))
  }
  const settle = (ended: Ended) => {
    if (!ended) {
      forgetEdits(enrollmentId)
      return onSaved()
    }
    setBusy(false)
    setFault(ended.fault)
    setRefused(ended.faults)
  }
  const send = (event: Event) => {
    event.preventDefault()
    setFault(null)
    const [wrong] = Object.keys(faults)
    if (wrong) return document.getElementById(`field-${wrong}`)?.focus()
    setBusy(true)
    const issuedAt = new Date(Date.now() + aheadMs)
    void save({ enrollmentId, creatorAddress, changes, issuedAt, sign }).then(settle)
  }
  return { draft, changes, faults, fault, isBusy, isChanged: Object.keys(changes).length > 0, change, send }
}

const Changes = ({ changes }: { changes: object }) => {
  const t = useWords(editorWords)
  const language = useLanguage()
  const names = Object.keys(changes).map((name) => t.fields[name as keyof LaunchPage & keyof Draft])
  return <p class="muted meta">{names.length > 0 ? t.changes(formatList(names, language)) : t.nothingChanged}</p>
}

interface FieldProps {
  name: TextName
  value: string
  fault: Fault | undefined
  onChange: (name: TextName, text: string) => void
}

function TextField({ name, value, fault, onChange }: FieldProps) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const id = `field-${name}`
  const input = {
    id,
    name,
    value,
    dir: name === 'ctaUrl' ? 'ltr' : 'auto',
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}-words`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(name, currentTarget.value),
  } as const
  return (
    <div class="input-field">
      <label for={id}>{t.fields[name]}</label>
      {name === 'description' ? <textarea {...input} rows={5} /> : <input {...input} type="text" autocomplete="off" />}
      <div class="field-words counted" id={`${id}-words`}>
        {fault ? <FieldFault fault={fault} /> : <p class="muted">{t.helps[name]}</p>}
        <p class="muted">
          {formatNumber(countCharacters(value), language)}&#8239;/&#8239;{formatNumber(pageLimits[name], language)}
        </p>
      </div>
    </div>
  )
}

/** The page as the draft makes it. */
function LaunchPreview({ launch, draft }: { launch: LaunchSummary; draft: Draft }) {
  const t = useWords(editorWords)
  const { name, symbol } = launch.score.submission
  const description = draft.description.trim()
  const call = toCall(draft)
  const { outcome, warnings } = launch
  return (
    <aside class="preview-side" aria-label={t.preview}>
      <p class="preview-title">{t.preview}</p>
      <LaunchHero
        isPreview
        name={name}
        symbol={symbol}
        scoreId={launch.score.id}
        tagline={draft.tagline.trim() || null}
        state={{ outcome, warnings }}
        plan={toPlan(launch, draft)}
      />
      {(description || call) && (
        <div class="card preview-words">
          {description && (
            <p class="prose" dir="auto">
              {description}
            </p>
          )}
          {call && <CallToAction {...call} state={{ outcome, warnings }} />}
        </div>
      )}
    </aside>
  )
}

/** null while the typed text is not an address. */
function toCall({ ctaUrl, ctaLabel }: Draft): Call | null {
  const url = URL.parse(ctaUrl.trim())
  if (url?.protocol !== 'https:') return null
  return { href: null, label: ctaLabel.trim() || null, url: url.href, unicodeUrl: null }
}

function toPlan({ enrollment, movedFrom }: LaunchSummary, draft: Draft) {
  const at = toInstant(draft.scheduledFor)
  const scheduledFor = at?.toISOString() ?? null
  const before = enrollment.scheduledFor
  const isMoved = before !== null && toMinute(before) !== toMinute(scheduledFor)
  const last = isMoved ? before : movedFrom
  return { phase: toPhase(at, last), scheduledFor, movedFrom: last, now: new Date().toISOString(), isLocal: true }
}

/** Inputs know no seconds. */
const toMinute = (at: string | null) => at?.slice(0, 16)

function toPhase(at: Date | null, movedFrom: string | null): LaunchPhase {
  if (at === null) return movedFrom === null ? 'unscheduled' : 'withdrawn'
  return at.getTime() > Date.now() ? 'scheduled' : 'live'
}

type TextName = 'tagline' | 'description' | 'ctaLabel' | 'ctaUrl'
type Name = TextName | 'scheduledFor'
/** As typed: an empty text is no value, and the time is local. */
type Draft = Record<Name, string>
/** The faults, by field. */
type Faults = Partial<Record<Name, Fault>>

const textNames: TextName[] = ['tagline', 'description', 'ctaLabel', 'ctaUrl']
const draftNames: Name[] = [...textNames, 'scheduledFor']

const toDraft = (page: LaunchPage): Draft => ({
  tagline: page.tagline ?? '',
  description: page.description ?? '',
  ctaLabel: page.ctaLabel ?? '',
  ctaUrl: page.ctaUrl ?? '',
  scheduledFor: page.scheduledFor ? toLocal(new Date(page.scheduledFor)) : '',
})

/** The changes of the draft to the page; null clears a field. */
function toChanges(draft: Draft, page: LaunchPage): PageFields {
  return Object.fromEntries(listChanged(draft, page).map((name) => [name, toValue(name, draft[name])]))
}

/** The fields of the draft that differ from the page, as typed. */
const toEdits = (draft: Draft, page: LaunchPage): Partial<Draft> =>
  Object.fromEntries(listChanged(draft, page).map((name) => [name, draft[name]]))

function listChanged(draft: Draft, page: LaunchPage): Name[] {
  const before = toDraft(page)
  return draftNames.filter((name) => draft[name].trim() !== before[name])
}

function toValue(name: Name, text: string): string | null {
  if (text.trim() === '') return null
  if (name === 'scheduledFor') return toInstant(text)?.toISOString() ?? text
  return name === 'ctaUrl' ? text.trim() : text
}

/** The faults that the service would report. */
function findFaults(changes: PageFields): Faults {
  const { tooLong } = pickWords(editorWords)
  const longOnes = textNames.flatMap((name) => {
    const over = countCharacters(changes[name] ?? '') - pageLimits[name]
    return over > 0 ? [[name, { words: tooLong(over) }] as const] : []
  })
  if (Object.keys(changes).length === 0) return {}
  const read = normalisePageFields(changes, { now: new Date(), scheduledFor: null })
  return { ...('details' in read ? faultsIn(read.details) : {}), ...Object.fromEntries(longOnes) }
}

/** The service's messages by field. */
const faultsIn = (details: Detail[]): Faults =>
  Object.fromEntries(details.map(({ path, message }) => [path, toFault(message)]))

/** As the service counts: after trimming and composing. */
const countCharacters = (text: string): number => Array.from(text.trim().normalize('NFC')).length

const toKey = (enrollmentId: string) => `page-draft ${enrollmentId}`

/** Keeps the changed fields of a launch's page until the tab is closed, so that a reload loses nothing. */
function keepEdits(enrollmentId: string, edits: Partial<Draft>): void {
  keepInTab(toKey(enrollmentId), Object.keys(edits).length > 0 ? JSON.stringify(edits) : null)
}

const recallEdits = (enrollmentId: string): Partial<Draft> => parseTexts(recallFromTab(toKey(enrollmentId)), draftNames)

const hasEdits = (enrollmentId: string): boolean => recallFromTab(toKey(enrollmentId)) !== null

const forgetEdits = (enrollmentId: string): void => keepInTab(toKey(enrollmentId), null)

interface Edit {
  enrollmentId: string
  creatorAddress: string
  changes: PageFields
  issuedAt: Date
  sign: Sign
}

/** Null: it is saved. */
type Ended = { fault: Fault; faults: Faults } | null

/** Has the creator's wallet sign the edit, and saves it. */
async function save({ enrollmentId, creatorAddress, changes, issuedAt, sign }: Edit): Promise<Ended> {
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
