import { useEffect, useRef, useState } from 'preact/hooks'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { ArrivingTicket, type DraftSignal } from './draft-ticket.tsx'
import type { Draft } from './submission.ts'
import type { SignalNote } from './submit.ts'

interface ProgressProps {
  draft: Draft
  signals: DraftSignal[]
  told: SignalNote[]
  isDone: boolean
  onCancel: () => void
}

/** In place of the form while the service works: rows that fill as the signals arrive. */
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
