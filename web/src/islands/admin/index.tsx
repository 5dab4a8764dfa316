import { type ComponentChildren, hydrate } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { keepInTab, recallFromTab } from '../../browser/tab-storage.ts'
import { Alert, Pane } from '../../ui/console.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { ConsoleHead, GateForm } from '../shared/console.tsx'
import { BusyButton } from '../shared/form-parts.tsx'
import { type Asked, type Refusal, type Snapshot, canBeSent, loadSnapshot } from './service.ts'
import { Activity, Budgets, Hours, Keys, Queues, Replica, Tiles } from './panels.tsx'
import { Appeals, Approve, Incidents, OpenIncidents, TakeDowns } from './actions.tsx'
import { FailingEndpoints, LimitedCallers, RecentEnrollments, RecentScores } from './recent.tsx'

/** The token stays in the tab's storage only if the operator asks for it. */
const tokenName = 'launchscore-admin-token'

export const mount = (element: HTMLElement) => hydrate(<Admin />, element)

/** The form for the token, then the dashboard. */
export function Admin() {
  const { token, snapshot, refusal, isBusy, signIn, refuse, ...rest } = useSnapshot()
  useEffect(() => {
    const kept = recallFromTab(tokenName)
    if (kept) signIn(kept)
  }, [])
  const begin = (given: string, isKept: boolean) => {
    if (!canBeSent(given)) return refuse({ kind: 'token', message: t.unsendable })
    if (isKept) keepInTab(tokenName, given)
    signIn(given)
  }
  if (!snapshot) return <SignIn isBusy={isBusy} refusal={refusal} onToken={begin} />
  return <Dashboard snapshot={snapshot} token={token.current} isBusy={isBusy} refusal={refusal} {...rest} />
}

interface SignInProps {
  isBusy: boolean
  refusal: Refusal | null
  onToken: (token: string, isKept: boolean) => void
}

function SignIn({ isBusy, refusal, onToken }: SignInProps) {
  const [isKept, setKept] = useState(false)
  return (
    <GateForm
      title={t.title}
      lede={t.lede}
      id="token"
      label={t.token}
      note={t.tokenNote}
      choice={
        <label class="tick">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
          {t.keep}
        </label>
      }
      alert={refusal && <Alert title={t.refusals[refusal.kind]}>{refusal.message}</Alert>}
      button={isBusy ? t.signingIn : t.signIn}
      isBusy={isBusy}
      onSecret={(token) => onToken(token, isKept)}
    />
  )
}

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

/** All panels, the most urgent first. */
function Dashboard({ snapshot, token, refusal, refresh, ...rest }: DashboardProps) {
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

/** Counts the seconds since the last refresh. Not a live region: a screen reader would read every second. */
function Since({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  return <>{t.updated(Math.max(0, Math.round((now - at) / 1000)))}</>
}

/** A part that fails doesn't affect the others. It keeps its last response and what the operator has typed there. */
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

const refreshMs = 15_000

/** The data of the page and its refreshing. */
function useSnapshot() {
  const token = useRef('')
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const [updatedAt, setUpdatedAt] = useState(0)

  const signOut = () => {
    token.current = ''
    keepInTab(tokenName, null)
    setSnapshot(null)
    setRefusal(null)
    setBusy(false)
    setPaused(false)
  }
  const refresh = async () => {
    const asked = token.current
    setBusy(true)
    const found = await loadSnapshot(asked)
    if (token.current !== asked) return // signed out in the meantime
    setBusy(false)
    if ('snapshot' in found) {
      setSnapshot(found.snapshot)
      setUpdatedAt(Date.now())
      setRefusal(null)
      return
    }
    if (found.refusal.kind === 'token' || found.refusal.kind === 'not-configured') signOut()
    setRefusal(found.refusal)
  }
  const signIn = (given: string) => {
    token.current = given
    void refresh()
  }
  const isSignedIn = snapshot !== null
  // The timer starts when a snapshot has arrived, so that slow requests don't pile up.
  // A layout effect, so that no refresh starts after the page shows a pause.
  useLayoutEffect(() => {
    if (!isSignedIn || isPaused || isBusy) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isSignedIn, isPaused, isBusy])
  const refuse = (refused: Refusal) => setRefusal(refused)
  return { token, snapshot, refusal, isBusy, isPaused, updatedAt, signIn, signOut, refresh, refuse, setPaused }
}
