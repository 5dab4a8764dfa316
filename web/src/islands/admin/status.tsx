import type { AdminStatus } from '../../pages.ts'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { span, whole } from './numbers.ts'
import { type Health, StateChip } from './state-chip.tsx'

/** How the replica that answered is doing. */
export const StatusSections = (status: AdminStatus) => (
  <>
    <Section id="health" title="Health" note="Of the replica that answered.">
      <Replica {...status} />
    </Section>
    <Section id="queues" title="Queues" note="What is due and not done yet.">
      <Queues queues={status.queues} />
    </Section>
    <Section id="jobs" title="Jobs" note="When each last ran without a fault in this process.">
      <Jobs jobs={status.jobs} asOf={status.asOf} />
    </Section>
  </>
)

const breakerHealth: Record<string, Health> = {
  closed: 'good',
  limited: 'warning',
  'half-open': 'warning',
  open: 'bad',
}

const Replica = ({ status, database, breakers, attester, version, commit, startedAt, uptimeSeconds }: AdminStatus) => (
  <dl class="facts">
    <div>
      <dt>Service</dt>
      <dd>
        <StateChip health={status === 'ok' ? 'good' : 'bad'} words={status} />
      </dd>
    </div>
    <div>
      <dt>Database</dt>
      <dd>
        <StateChip health={database.state === 'ok' ? 'good' : 'bad'} words={database.state} /> {database.kind}
        {database.milliseconds !== null && `, answered in ${database.milliseconds} ms`}
      </dd>
    </div>
    <div>
      <dt>Breakers</dt>
      <dd>
        {Object.keys(breakers).length === 0 ? (
          'None: no provider is configured, so signals are stubs'
        ) : (
          <ul class="chips">
            {Object.entries(breakers).map(([name, state]) => (
              <li key={name}>
                {name} <StateChip health={breakerHealth[state] ?? 'warning'} words={state} />
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
    <div>
      <dt>Attester</dt>
      <dd>{attester ? <Attester {...attester} /> : 'Not configured'}</dd>
    </div>
    <div>
      <dt>Release</dt>
      <dd>
        {version}
        {commit && (
          <>
            , <code>{commit.slice(0, 12)}</code>
          </>
        )}
      </dd>
    </div>
    <div>
      <dt>Up</dt>
      <dd>
        {span(uptimeSeconds)}, since <Time at={startedAt} />
      </dd>
    </div>
  </dl>
)

const Attester = ({ state, attester, balanceWei, checkedAt }: NonNullable<AdminStatus['attester']>) => (
  <>
    <StateChip health={state === 'ok' ? 'good' : 'warning'} words={state} /> <code>{attester}</code>
    <br />
    <span class="note">
      {balanceWei === null ? 'Balance not known' : `${whole(Number(balanceWei) / 1e18)} of the chain’s coin left`},
      looked at <Time at={checkedAt} />
    </span>
  </>
)

const maxCounted = 10_000

const Queues = ({ queues }: Pick<AdminStatus, 'queues'>) => {
  if (!queues)
    return (
      <Notice kind="fault" title="The queues could not be read">
        The database did not answer.
      </Notice>
    )
  const most = Math.max(1, ...queues.map(({ due }) => due))
  return (
    <ul class="queues">
      {queues.map(({ name, due, oldestDueSeconds }) => (
        <li key={name}>
          <p class="split">
            <span>{name}</span>
            <span>
              <span class="figure">
                {whole(due)}
                {due >= maxCounted && ' or more'}
              </span>{' '}
              <span class="note">{due === 0 ? 'nothing due' : `oldest due for ${span(oldestDueSeconds)}`}</span>
            </span>
          </p>
          <svg class="amount" width="100%" height="6" aria-hidden="true">
            <rect class="track" width="100%" height="6" rx="3" />
            <rect width={`${(due / most) * 100}%`} height="6" rx="3" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

const Jobs = ({ jobs, asOf }: Pick<AdminStatus, 'jobs' | 'asOf'>) =>
  jobs.length === 0 ? (
    <p>None has run in this process yet.</p>
  ) : (
    <dl class="split-list">
      {jobs.map(({ name, lastSuccessAt }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{span(Math.max(0, (Date.parse(asOf) - Date.parse(lastSuccessAt)) / 1000))} ago</dd>
        </div>
      ))}
    </dl>
  )
