import { useState } from 'preact/hooks'
import type { AdminTakedowns } from '../../../../contract/schemas/admin.ts'
import type { Takedown } from '../../../../contract/schemas/operations.ts'
import type { AdminAppeal } from '../../../../contract/schemas/appeal.ts'
import type { LaunchApproval } from '../../../../contract/schemas/notification.ts'
import type { AdminIncident } from '../../../../contract/schemas/incident.ts'
import { BusyButton } from '../shared/form-parts.tsx'
import { Alert, Entry, Pick } from '../../ui/console.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { Chip } from '../../ui/chips.tsx'
import { useSend } from './service.ts'

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
  // a changed text needs another confirmation
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

interface AppealsProps {
  token: string
  appeals: AdminAppeal[]
  onChange: () => void
}

/** The open appeals and the newest answered ones, and the form that answers an open one. */
export const Appeals = ({ token, appeals, onChange }: AppealsProps) => (
  <>
    {appeals.length === 0 && <p class="muted">{t.noAppeals}</p>}
    <ol class="items">
      {appeals.map((appeal) => (
        <li key={appeal.appealId} id={`appeal-${appeal.appealId}`}>
          <div class="item-head">
            <h3 tabIndex={-1}>
              <a href={`/score/${appeal.scoreRequestId}`}>
                <bdi>{appeal.name}</bdi>
              </a>
            </h3>
            <Chip tone={appeal.outcome === null ? 'crit' : 'plain'}>{t.appealStates[appeal.outcome ?? 'open']}</Chip>
          </div>
          <ol class="posts">
            <Post text={appeal.reason} at={appeal.appealedAt} by={t.creatorWrites} />
            {appeal.answer !== null && (
              <Post text={appeal.answer} at={appeal.answeredAt ?? ''} by={appeal.answeredBy ?? ''} />
            )}
          </ol>
          {appeal.rescoredAs !== null && (
            <p>
              <a href={`/score/${appeal.rescoredAs}`}>{t.freshScore}</a>
            </p>
          )}
          {appeal.outcome === null && <Answer {...{ token, appeal, onChange }} />}
        </li>
      ))}
    </ol>
  </>
)

const Post = ({ text, at, by }: { text: string; at: string; by: string }) => (
  <li>
    <p class="post-body" dir="auto">
      {text}
    </p>
    <p class="quietly">{[by, formatDateTime(at, 'en')].join(' · ')}</p>
  </li>
)

function Answer({ token, appeal, onChange }: Omit<AppealsProps, 'appeals'> & { appeal: AdminAppeal }) {
  const [answer, setAnswer] = useState('')
  const [rescore, setRescore] = useState(false)
  const { isBusy, problem, send } = useSend(token)
  const post = async (outcome: 'upheld' | 'declined') => {
    if (!(await send<AdminAppeal>(`appeals/${appeal.appealId}/answer`, { outcome, answer, rescore }))) return
    document.querySelector<HTMLElement>(`#appeal-${appeal.appealId} h3`)?.focus() // the form is removed
    onChange()
  }
  return (
    <form
      aria-label={t.answerLabel(appeal.name)}
      onSubmit={(event) => {
        event.preventDefault()
        void post('upheld')
      }}
    >
      <Entry label={t.answerLabel(appeal.name)} value={answer} onValue={setAnswer} isLong maxLength={1000} isRequired />
      <p>
        <label>
          <input
            type="checkbox"
            checked={rescore}
            onChange={({ currentTarget }) => setRescore(currentTarget.checked)}
          />{' '}
          {t.rescoreToo}
        </label>
      </p>
      <p class="buttons">
        <BusyButton class="btn sm" type="submit" isBusy={isBusy}>
          {t.uphold}
        </BusyButton>
        <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void post('declined')}>
          {t.decline}
        </BusyButton>
      </p>
      <div role="alert">{problem && <Alert title={problem} />}</div>
    </form>
  )
}

/** The form that approves a launch for the operator's channels. */
export function Approve({ token }: { token: string }) {
  const [launch, setLaunch] = useState('')
  const [done, setDone] = useState<LaunchApproval | null>(null)
  const { isBusy, problem, setProblem, send } = useSend(token)
  const approve = async () => {
    setDone(null)
    const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(launch) ?? []
    if (id === undefined) return setProblem(t.approveWhat)
    setDone(await send<LaunchApproval>(`launches/${id}/approve`, {}))
  }
  return (
    <form
      aria-label={t.approve}
      onSubmit={(event) => {
        event.preventDefault()
        void approve()
      }}
    >
      <Entry label={t.approveLaunch} note={t.approveLaunchNote} value={launch} onValue={setLaunch} isRequired />
      <p class="buttons">
        <BusyButton class="btn" type="submit" isBusy={isBusy}>
          {t.approve}
        </BusyButton>
      </p>
      <div role="alert">{problem && <Alert title={problem} />}</div>
      <div role="status">{done && <p>{t.isApproved(done.approvedBy, formatDateTime(done.approvedAt, 'en'))}</p>}</div>
    </form>
  )
}

const isOpen = ({ resolvedAt }: AdminIncident) => resolvedAt === null

/** The incidents that are public now. */
export function OpenIncidents({ incidents }: Pick<IncidentsProps, 'incidents'>) {
  const open = incidents.filter(isOpen)
  if (open.length === 0) return null
  return (
    <div class="open-incidents" role="status">
      <p class="alert-title">{t.openIncidents(open.length)}</p>
      <ul>
        {open.map(({ id, title }) => (
          <li key={id}>
            <a href={`#incident-${id}`}>
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface IncidentsProps {
  token: string
  incidents: AdminIncident[]
  onChange: () => void
}

/** The unresolved incidents and the newest resolved ones, and the forms that open, update and resolve them. */
export const Incidents = ({ token, incidents, onChange }: IncidentsProps) => (
  <>
    {incidents.length === 0 && <p class="muted">{t.noIncidents}</p>}
    <ol class="items">
      {incidents.map((incident) => (
        <Incident key={incident.id} token={token} incident={incident} onChange={onChange} />
      ))}
    </ol>
    <NewIncident token={token} onChange={onChange} />
  </>
)

const Incident = ({ token, incident, onChange }: Omit<IncidentsProps, 'incidents'> & { incident: AdminIncident }) => (
  <li id={`incident-${incident.id}`}>
    <div class="item-head">
      <h3 tabIndex={-1}>
        <bdi>{incident.title}</bdi>
      </h3>
      <span class="buttons">
        <Chip>{t.impacts[incident.impact]}</Chip>
        <Chip tone={isOpen(incident) ? 'crit' : 'plain'}>{isOpen(incident) ? t.open : t.resolved}</Chip>
      </span>
    </div>
    <ol class="posts">
      {incident.updates.map(({ kind, body, actor, postedAt }) => (
        <li key={postedAt + kind}>
          <p class="post-body" dir="auto">
            {body}
          </p>
          <p class="quietly">
            {[t.kinds[kind], formatDateTime(postedAt, 'en'), ...(actor ? [actor] : [])].join(' · ')}
          </p>
        </li>
      ))}
    </ol>
    {isOpen(incident) && <Update token={token} incident={incident} onChange={onChange} />}
  </li>
)

function Update({
  token,
  incident: { id, title },
  onChange,
}: Omit<IncidentsProps, 'incidents'> & { incident: AdminIncident }) {
  const [body, setBody] = useState('')
  const { isBusy, problem, send } = useSend(token)
  const post = async (action: 'updates' | 'resolve') => {
    const text = body.trim()
    const sent = await send<AdminIncident>(`incidents/${id}/${action}`, text === '' ? {} : { body: text })
    if (!sent) return
    // the form is removed with its incident
    if (action === 'resolve') document.querySelector<HTMLElement>(`#incident-${id} h3`)?.focus()
    setBody('')
    onChange()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void post('updates')
      }}
    >
      <Entry label={t.updateLabel(title)} value={body} onValue={setBody} isLong maxLength={5000} isRequired />
      <p class="buttons">
        <BusyButton class="btn sm" type="submit" isBusy={isBusy}>
          {t.update}
        </BusyButton>
        <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void post('resolve')}>
          {t.resolve}
        </BusyButton>
      </p>
      <div role="alert">{problem && <Alert title={problem} />}</div>
    </form>
  )
}

function NewIncident({ token, onChange }: Omit<IncidentsProps, 'incidents'>) {
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [impact, setImpact] = useState('minor')
  const { isBusy, problem, send } = useSend(token)
  const publish = async (event: Event) => {
    event.preventDefault()
    if (!(await send<AdminIncident>('incidents', { title, body, impact }))) return
    setTitle('')
    setBody('')
    onChange()
  }
  return (
    <details>
      <summary class="item-title">{t.openIncident}</summary>
      <form onSubmit={(event) => void publish(event)} aria-label={t.openIncident}>
        <Entry label={t.incidentTitle} value={title} onValue={setTitle} maxLength={120} isRequired />
        <Entry label={t.incidentBody} value={body} onValue={setBody} isLong maxLength={5000} isRequired />
        <Pick label={t.impact} value={impact} options={t.impacts} onValue={setImpact} />
        <p class="buttons">
          <BusyButton class="btn pri" type="submit" isBusy={isBusy}>
            {t.publish}
          </BusyButton>
        </p>
        <div role="alert">{problem && <Alert title={problem} />}</div>
      </form>
    </details>
  )
}
