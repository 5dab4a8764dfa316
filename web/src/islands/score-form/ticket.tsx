import { useEffect, useRef, useState } from 'preact/hooks'
import { dropDollarSigns } from '../../../../contract/text.ts'
import { scoreName } from '../../../../contract/signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../../../../contract/signals/rules/social-1.2.0.ts'
import { Icon } from '../../ui/icon.tsx'
import { ShortBars } from '../../ui/short-bars.tsx'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { Reason } from '../../ui/reason.tsx'
import { findingWords } from '../../words/findings.ts'
import { type Draft, type SignalNote, toHandle } from './submission.ts'
import { toThumbnail } from './picture-field.tsx'

/** A signal of the score to come. */
export interface DraftSignal {
  name: string
  title: string
  isPending: boolean
}

/** A preview of the launch: what is typed, and the signals that can be computed in the browser. */
export function DraftTicket({ draft, signals }: { draft: Draft; signals: DraftSignal[] }) {
  const t = useWords(formWords)
  const known: Record<string, number | undefined> = {
    name: previewName(draft)?.score,
    social: previewSocial(draft)?.score,
  }
  const bars = signals.map(({ name, title, isPending }) => ({
    name,
    title,
    state: known[name] ?? (isPending ? null : { words: '–' }),
  }))
  return (
    <aside class="draft-ticket" aria-label={t.preview}>
      <Subject draft={draft} />
      <ShortBars bars={bars} />
    </aside>
  )
}

interface ArrivingProps {
  draft: Draft
  signals: DraftSignal[]
  told: SignalNote[]
}

/** The signals while they arrive. */
function ArrivingTicket({ draft, signals, told }: ArrivingProps) {
  const stateOf = (name: string) => {
    const note = told.find(({ signal }) => signal === name)
    if (!note) return { words: '…' }
    return note.stub ? null : note.score
  }
  return (
    <div class="draft-ticket">
      <Subject draft={draft} />
      <ShortBars bars={signals.map(({ name, title }) => ({ name, title, state: stateOf(name) }))} />
    </div>
  )
}

function Subject({ draft }: { draft: Draft }) {
  const t = useWords(formWords)
  const thumbnail = toThumbnail(draft.imageUrl)
  const symbol = dropDollarSigns(draft.symbol)
  return (
    <div class="draft-subject">
      {thumbnail ? (
        <img src={thumbnail} alt="" width="48" height="48" />
      ) : (
        <span class="no-picture">
          <Icon name="picture" size={20} />
        </span>
      )}
      <p>
        <bdi class="draft-name">{draft.name.trim().slice(0, 64) || t.unnamed}</bdi>
        {symbol !== '' && <bdi class="muted">${symbol.slice(0, 16)}</bdi>}
      </p>
    </div>
  )
}

interface ProgressProps {
  draft: Draft
  signals: DraftSignal[]
  told: SignalNote[]
  isDone: boolean
  onCancel: () => void
}

/** Replaces the form while the service works. Its rows fill as the signals arrive. */
export function Progress({ draft, signals, told, isDone, onCancel }: ProgressProps) {
  const t = useWords(formWords)
  const [seconds, setSeconds] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const waiting = seconds < 10 ? t.waiting : t.almost
  return (
    <div class="progress">
      <h2 tabIndex={-1} ref={heading}>
        {t.scoring}
      </h2>
      <ArrivingTicket draft={draft} signals={signals} told={told} />
      <p class="actions">
        <button class="btn" type="button" onClick={onCancel} disabled={isDone}>
          {t.cancel}
        </button>
        <span class="muted" role="status">
          {isDone ? t.opening : `${waiting} ${told.length}/${signals.length}`}
        </span>
      </p>
    </div>
  )
}

interface Named {
  name: string
  symbol: string
  xHandle: string
}

/** The expected name signal; undefined: there is no name yet. */
const previewName = ({ name }: Pick<Named, 'name'>) =>
  name.trim() === '' ? undefined : scoreName(name.trim().normalize('NFC'))

/** The lowest expected social signal; undefined: nothing is typed yet. Only the service knows how often a handle is mentioned. */
function previewSocial({ xHandle, name, symbol }: Named) {
  const text = xHandle.trim()
  if (text === '' && name.trim() === '') return undefined
  const handle = text === '' ? null : toHandle(text)
  return scoreSocial({ handle, name, symbol: dropDollarSigns(symbol), mentions: 0, claimedEarlier: false })
}

export function NameHint({ name }: { name: string }) {
  const t = useWords(formWords)
  return <Hint title={t.nameSignal} preview={previewName({ name })} />
}

export function SocialHint(named: Named) {
  const t = useWords(formWords)
  return <Hint title={t.socialSignal} preview={previewSocial(named)} />
}

function Hint({ title, preview }: { title: string; preview: ReturnType<typeof previewName> }) {
  const words = useWords(findingWords)
  if (!preview) return null
  return (
    <div class="hint">
      <p class="hint-head">
        <span>{title}</span>
        <output>{preview.score}</output>
      </p>
      <Reason facts={preview.facts} words={words} />
    </div>
  )
}
