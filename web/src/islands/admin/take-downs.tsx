import { useState } from 'preact/hooks'
import type { AdminTakedowns } from '../../../../contract/schemas/admin.ts'
import type { Takedown } from '../../../../contract/schemas/takedown.ts'
import { BusyButton } from '../busy-button.tsx'
import { Alert, Entry } from '../../ui/console.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { useSend } from './use-send.ts'

interface TakeDownsProps {
  token: string
  log: AdminTakedowns
  onChange: () => void
}

/** The form that hides and shows, and the newest entries of the log. */
export function TakeDowns({ token, log, onChange }: TakeDownsProps) {
  const [subject, setSubject] = useState('')
  const [reason, setReason] = useState('')
  const [done, setDone] = useState<Takedown | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, problem, setProblem, send } = useSend(token)
  const change = async (action: 'hide' | 'unhide') => {
    const path = toPath(subject)
    setDone(null)
    setAsking(false)
    if (path === null) return setProblem(t.takeDownWhat)
    if (action === 'hide' && !isAsking) {
      setProblem('')
      return setAsking(true)
    }
    const taken = await send<Takedown>(`${path}/${action}`, { reason })
    if (!taken) return
    setDone(taken)
    onChange()
  }
  // a changed text has to be confirmed again
  const edit = (set: (text: string) => void) => (text: string) => {
    setAsking(false)
    set(text)
  }
  return (
    <>
      <form
        aria-label={t.takeDown}
        onSubmit={(event) => {
          event.preventDefault()
          void change('hide')
        }}
      >
        <Fields {...{ subject, reason }} onSubject={edit(setSubject)} onReason={edit(setReason)} />
        <p class="buttons">
          <BusyButton class="btn pri" type="submit" isBusy={isBusy}>
            {isAsking ? t.takeDownSure : t.takeDown}
          </BusyButton>
          <BusyButton class="btn" type="button" isBusy={isBusy} onClick={() => void change('unhide')}>
            {t.showAgain}
          </BusyButton>
        </p>
        <div role="alert">
          {isAsking && <Alert title={t.takeDownDeletes} />}
          {problem && <Alert title={problem} />}
        </div>
        <div role="status">{done && <Done {...done} />}</div>
      </form>
      <Log log={log} />
    </>
  )
}

interface FieldsProps {
  subject: string
  reason: string
  onSubject: (text: string) => void
  onReason: (text: string) => void
}

const Fields = ({ subject, reason, onSubject, onReason }: FieldsProps) => (
  <div class="pair">
    <Entry label={t.takeDownSubject} note={t.takeDownSubjectNote} value={subject} onValue={onSubject} isRequired />
    <Entry
      label={t.takeDownReason}
      note={t.takeDownReasonNote}
      value={reason}
      onValue={onReason}
      maxLength={500}
      isRequired
    />
  </div>
)

const Done = ({ action, sameImage }: Takedown) => (
  <>
    <p>{action === 'hidden' ? t.isDown : t.isShown}</p>
    {sameImage.length > 0 && (
      <p>
        {t.sameImage}{' '}
        {sameImage.map((id) => (
          <>
            <a key={id} href={`/score/${id}`}>
              {id}
            </a>{' '}
          </>
        ))}
      </p>
    )}
  </>
)

const Log = ({ log: { takedowns } }: { log: AdminTakedowns }) =>
  takedowns.length === 0 ? (
    <p class="muted">{t.noTakeDowns}</p>
  ) : (
    <DataTable
      label={t.takeDowns}
      columns={t.takeDownColumns}
      rows={takedowns.map(({ id, action, scoreId, creatorAddress, reason, actor, doneAt }) => ({
        key: id,
        cells: [
          t.actions[action],
          <a key="what" href={scoreId ? `/score/${scoreId}` : `/creator/${creatorAddress ?? ''}`}>
            {scoreId ?? creatorAddress}
          </a>,
          <bdi key="reason">{reason}</bdi>,
          <bdi key="actor">{actor}</bdi>,
          formatDateTime(doneAt, 'en'),
        ],
      }))}
    />
  )

/** `scores/<id>` or `creators/<address>`; null if the text has neither. */
function toPath(subject: string): string | null {
  const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(subject) ?? []
  if (id) return `scores/${id}`
  const [address] = /0x[0-9a-f]{40}/i.exec(subject) ?? []
  return address ? `creators/${address}` : null
}
