import { dropDollarSigns } from '../../../../contract/drop-dollar-signs.ts'
import { Icon } from '../../ui/icon.tsx'
import { ShortBars } from '../../ui/short-bars.tsx'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { previewName, previewSocial } from './hints.tsx'
import type { SignalNote } from './submit.ts'
import type { Draft } from './submission.ts'
import { toThumbnail } from './upload.ts'

/** A signal of the score to come. */
export interface DraftSignal {
  name: string
  title: string
  /** This deployment doesn't measure it. */
  isPending: boolean
}

/** The launch as it will be shown: what is typed, and the signals that the rules tell already. */
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
export function ArrivingTicket({ draft, signals, told }: ArrivingProps) {
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
