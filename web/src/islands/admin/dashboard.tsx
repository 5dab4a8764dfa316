import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import { Alert, Pane } from '../../ui/console.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { ConsoleHead } from '../console/console-head.tsx'
import { Activity } from './activity.tsx'
import { Appeals } from './appeals.tsx'
import type { Asked, Refusal } from './ask.ts'
import { Budgets } from './budgets.tsx'
import { FailingEndpoints, LimitedCallers } from './callers.tsx'
import { Hours } from './hours.tsx'
import { Incidents, OpenIncidents } from './incidents.tsx'
import { Keys } from './keys.tsx'
import type { Snapshot } from './snapshot.ts'
import { Queues } from './queues.tsx'
import { RecentEnrollments, RecentScores } from './recent.tsx'
import { Replica } from './replica.tsx'
import { Approve } from './approve.tsx'
import { TakeDowns } from './take-downs.tsx'
import { Tiles } from './tiles.tsx'

interface DashboardProps {
  snapshot: Snapshot
  token: string
  refusal: Refusal | null
  isBusy: boolean
  isPaused: boolean
  /** By the browser's clock. */
  updatedAt: number
  refresh: () => Promise<void>
  setPaused: (isPaused: boolean) => void
  signOut: () => void
}

/** Everything that operators are told, the most urgent first. */
export function Dashboard({ snapshot, token, refusal, refresh, ...rest }: DashboardProps) {
  const onChange = () => void refresh()
  const { status } = snapshot
  return (
    <>
      <Head {...rest} onRefresh={onChange} />
      <div role="alert">
        {refusal && (
          <Alert title={t.refusals[refusal.kind]}>
            {refusal.message} {t.stale(status.asOf.slice(11, 19))}
          </Alert>
        )}
      </div>
      <Part of={snapshot.incidents}>{(incidents) => <OpenIncidents incidents={incidents} />}</Part>
      <Tiles status={status} milliseconds={snapshot.milliseconds} />
      <div class="pair">
        <Pane id="queues" title={t.queues} note={t.queueScale}>
          <Queues queues={status.queues} />
        </Pane>
        <Pane id="budgets" title={t.budgets} note={t.budgetResets}>
          <Part of={snapshot.budgets}>{(budgets) => <Budgets {...budgets} />}</Part>
        </Pane>
      </div>
      <Pane id="hours" title={t.hours} note={t.hoursNote}>
        <Part of={snapshot.hours}>{(hours) => <Hours {...hours} />}</Part>
      </Pane>
      <div class="pair">
        <Pane id="failing" title={t.failing}>
          <Part of={snapshot.failing}>{(failing) => <FailingEndpoints {...failing} />}</Part>
        </Pane>
        <Pane id="limited" title={t.limited} note={t.limitedNote}>
          <Part of={snapshot.limited}>{(limited) => <LimitedCallers {...limited} />}</Part>
        </Pane>
      </div>
      <Records snapshot={snapshot} token={token} onChange={onChange} />
    </>
  )
}

/** The records that operators look up and change. */
const Records = ({
  snapshot,
  token,
  onChange,
}: Pick<DashboardProps, 'snapshot' | 'token'> & { onChange: () => void }) => {
  const { status } = snapshot
  return (
    <>
      <Pane id="incidents" title={t.incidents} note={t.incidentsNote}>
        <Part of={snapshot.incidents}>
          {(incidents) => <Incidents token={token} incidents={incidents} onChange={onChange} />}
        </Part>
      </Pane>
      <Pane id="appeals" title={t.appeals} note={t.appealsNote}>
        <Part of={snapshot.appeals}>
          {(appeals) => <Appeals token={token} appeals={appeals} onChange={onChange} />}
        </Part>
      </Pane>
      <Pane id="scores" title={t.scores}>
        <RecentScores token={token} asOf={status.asOf} />
      </Pane>
      <Pane id="enrollments" title={t.enrollments}>
        <RecentEnrollments token={token} asOf={status.asOf} />
      </Pane>
      <Pane id="keys" title={t.keys} note={t.keysNote}>
        <Part of={snapshot.keys}>{({ keys }) => <Keys keys={keys} />}</Part>
      </Pane>
      <Pane id="announcements" title={t.approvals} note={t.approvalsNote}>
        <Approve token={token} />
      </Pane>
      <Pane id="take-downs" title={t.takeDowns} note={t.takeDownNote}>
        <Part of={snapshot.takedowns}>{(log) => <TakeDowns token={token} log={log} onChange={onChange} />}</Part>
      </Pane>
      <Pane id="activity" title={t.activity}>
        <Part of={snapshot.analytics}>{(analytics) => <Activity {...analytics} />}</Part>
      </Pane>
      <Pane id="replica" title={t.replica}>
        <Replica {...status} />
      </Pane>
    </>
  )
}

type HeadProps = Pick<DashboardProps, 'isBusy' | 'isPaused' | 'updatedAt' | 'setPaused' | 'signOut'> & {
  onRefresh: () => void
}

const Head = ({ isBusy, isPaused, updatedAt, setPaused, signOut, onRefresh }: HeadProps) => (
  <ConsoleHead title={t.title}>
    <span class="quietly">
      {isPaused && `${t.paused} · `}
      <Since at={updatedAt} />
    </span>
    <button class="btn sm" type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
      {isPaused ? t.resume : t.pause}
    </button>
    <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={onRefresh}>
      {t.refresh}
    </BusyButton>
    <button class="btn sm" type="button" onClick={signOut}>
      {t.signOut}
    </button>
  </ConsoleHead>
)

/** Counts the seconds; not for those who listen, who would hear each. */
function Since({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  return <>{t.updated(Math.max(0, Math.round((now - at) / 1000)))}</>
}

/** A part that fails does not affect the others. It keeps its last response, and the text that the operator types there. */
function Part<T>({ of: asked, children }: { of: Asked<T>; children: (response: T) => ComponentChildren }) {
  const last = useRef<{ response: T } | null>(null)
  if ('response' in asked) last.current = asked
  return (
    <>
      {'refusal' in asked && <Alert title={last.current ? t.partStale : t.partFailed}>{asked.refusal.message}</Alert>}
      {last.current && children(last.current.response)}
    </>
  )
}
