import { useState } from 'preact/hooks'
import type { AdminIncident } from '../../../../contract/schemas/incident.ts'
import { BusyButton } from '../busy-button.tsx'
import { Alert, Entry, Pick } from '../../ui/console.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { useSend } from './use-send.ts'

const isOpen = ({ resolvedAt }: AdminIncident) => resolvedAt === null

/** The incidents that are public at present; nothing when there is none. */
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
    // this form goes with its incident
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
