import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { Activity } from './activity.tsx'
import type { Asked } from './ask.ts'
import { Keys } from './keys.tsx'
import type { Look } from './look.ts'
import { RecentEnrollments, RecentScores } from './recent.tsx'
import { StatusSections } from './status.tsx'
import { TakeDowns } from './take-downs.tsx'
import { Totals } from './totals.tsx'

interface DashboardProps {
  look: Look
  token: string
  isBusy: boolean
  onRefresh: () => void
  onForget: () => void
  /** What is to be said above it all. */
  children: ComponentChildren
}

/** Everything that operators are told, as of one look. */
export function Dashboard({ look, token, isBusy, onRefresh, onForget, children }: DashboardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), []) // the form that had the focus is gone
  return (
    <>
      <div class="top">
        <h1 ref={title} tabIndex={-1}>
          Operations
        </h1>
        <div class="actions">
          <p class="note" role="status">
            As of <Time at={look.status.asOf} />
          </p>
          <button class="button" type="button" disabled={isBusy} onClick={onRefresh}>
            {isBusy ? 'Asking …' : 'Refresh'}
          </button>
          <button class="button secondary" type="button" onClick={onForget}>
            Forget the token
          </button>
        </div>
      </div>
      {children}
      <Section id="totals" title="Totals" note="Since ever, exact.">
        <Part of={look.stats}>{(stats) => <Totals {...stats} />}</Part>
      </Section>
      <Section id="activity" title="Activity" note="Up to now, to the second.">
        <Part of={look.analytics}>{(analytics) => <Activity {...analytics} />}</Part>
      </Section>
      <StatusSections {...look.status} />
      <Section id="keys" title="API keys" note="Issued and revoked from the command line.">
        <Part of={look.keys}>{({ keys }) => <Keys keys={keys} />}</Part>
      </Section>
      <Section id="take-downs" title="Take-downs" note="A score takes all scores of its submission with it.">
        <Part of={look.takedowns}>{(log) => <TakeDowns token={token} log={log} onChange={onRefresh} />}</Part>
      </Section>
      <Section id="scores" title="Recent scores" note="Newest first, preliminary ones too.">
        <Part of={look.scores}>{(page) => <RecentScores key={look.status.asOf} token={token} first={page} />}</Part>
      </Section>
      <Section id="enrollments" title="Recent enrollments" note="Newest first.">
        <Part of={look.enrollments}>
          {(page) => <RecentEnrollments key={look.status.asOf} token={token} first={page} />}
        </Part>
      </Section>
    </>
  )
}

/** One part failing leaves the others. */
function Part<T>({ of: asked, children }: { of: Asked<T>; children: (response: T) => ComponentChildren }) {
  if ('response' in asked) return <>{children(asked.response)}</>
  return (
    <Notice kind="fault" title="This part could not be read">
      {asked.refusal.message}
    </Notice>
  )
}
