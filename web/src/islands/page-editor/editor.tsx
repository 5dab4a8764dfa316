import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LaunchSummary } from '../../../../contract/props/launch.ts'
import { askService } from '../../browser/ask-service.ts'
import { editorWords } from '../../words/editor.ts'
import { useWords } from '../../words/language.ts'
import { FaultNote } from '../wallet/gate-parts.tsx'
import { WalletGate } from '../wallet/wallet-gate.tsx'
import { EditForm } from './edit-form.tsx'
import { forgetEdits, hasEdits } from './keep-edits.ts'

export interface EditorProps {
  enrollmentId: string
  /** EIP-55. */
  creatorAddress: string
  start: Start
  onClose: () => void
  onSaved: () => void
}

/** Each press of a button is an object of its own: the same field can be asked for again. */
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
 * How far the service's clock is ahead. Its `Date` has whole seconds, so a small difference counts as none: otherwise a second
 * edit within a second could seem to be signed before the first, which the service refuses.
 */
function findLead(date: Date): number {
  const aheadMs = date.getTime() - Date.now()
  return Math.abs(aheadMs) < 60_000 ? 0 : aheadMs
}

interface FocusedProps {
  start: Start
  form: Parameters<typeof EditForm>[0]
}

/** Begins with the field that was asked for. */
function FocusedForm({ start, form }: FocusedProps) {
  useEffect(() => {
    if (start.field) findField(start.field)?.focus()
  }, [start])
  return <EditForm {...form} />
}

const findField = (field: string) => document.getElementById(`field-${field}`)
