import type { SignalName } from '../../api-shapes.ts'
import { dropDollarSigns } from '../../rules.ts'
import { Icon } from '../../ui/icon.tsx'
import { type SignalStates, SixBars, mapSignals } from '../../ui/six-bars.tsx'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { previewName, previewSocial } from './hints.tsx'
import type { SignalNote } from './submit.ts'
import type { Draft } from './submission.ts'
import { toThumbnail } from './upload.ts'

/** The launch as it will be shown: what is typed, and the signals that the rules tell already. */
export function DraftTicket({ draft, pending }: { draft: Draft; pending: SignalName[] }) {
  const t = useWords(formWords)
  const known: Partial<SignalStates> = {
    name: previewName(draft)?.score ?? null,
    social: previewSocial(draft)?.score ?? null,
  }
  const states = mapSignals((name) => known[name] ?? (pending.includes(name) ? null : { words: '–' }))
  return (
    <aside class="draft-ticket" aria-label={t.preview}>
      <Subject draft={draft} />
      <SixBars states={states} />
    </aside>
  )
}

/** The six signals while they arrive. */
export function ArrivingTicket({ draft, told }: { draft: Draft; told: SignalNote[] }) {
  const states = mapSignals((name) => {
    const note = told.find(({ signal }) => signal === name)
    if (!note) return { words: '…' }
    return note.stub ? null : note.score
  })
  return (
    <div class="draft-ticket">
      <Subject draft={draft} />
      <SixBars states={states} />
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
