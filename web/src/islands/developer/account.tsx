import type { KeyHolder } from '../../../../contract/schemas/own-scores.ts'
import { Chip } from '../../ui/chip.tsx'
import { Pane } from '../../ui/console.tsx'
import { QueueRow } from '../../ui/queue-row.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatDate, formatDateTime, formatNumber } from '../../words/formats.ts'

const whole = (value: number) => formatNumber(value, 'en')

/** The key, its limits and its usage. */
export const Account = ({ holder }: { holder: KeyHolder }) => (
  <div class="pair">
    <Pane id="account" title={t.account}>
      <dl class="facts-line">
        <Fact title={t.tier}>
          {t.tiers[holder.tier]} {holder.test && <Chip>{t.test}</Chip>}
        </Fact>
        <Fact title={t.prefix}>
          <code>{holder.prefix}</code> <bdi>{holder.label}</bdi>
        </Fact>
        <Fact title={t.created}>{formatDate(holder.createdAt, 'en')}</Fact>
        {holder.endsAt && <Fact title={t.ends}>{formatDateTime(holder.endsAt, 'en')}</Fact>}
      </dl>
      <Limits {...holder.limits} />
    </Pane>
    <Pane id="usage" title={t.usage}>
      <Usage usage={holder.usage} />
    </Pane>
  </div>
)

const Fact = ({ title, children }: { title: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Limits = ({ requests, scores }: KeyHolder['limits']) => (
  <ul class="rows">
    <QueueRow
      title={t.requests}
      amount={t.left(whole(requests.remaining), whole(requests.quota))}
      note={t.refills}
      share={1 - requests.remaining / requests.quota}
      isFull={requests.remaining === 0}
    />
    <QueueRow
      title={t.dailyScores}
      amount={t.left(whole(scores.remaining), whole(scores.quota))}
      note={t.resets(formatDateTime(scores.resetsAt, 'en'))}
      share={1 - scores.remaining / scores.quota}
      isFull={scores.remaining === 0}
    />
  </ul>
)

const shownDays = 30
const dayMs = 86_400_000

/** Days without use are missing in the answer. */
function Usage({ usage }: Pick<KeyHolder, 'usage'>) {
  const today = Date.now()
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const found = new Map(usage.map((day) => [day.date, day]))
  const toBars = (name: 'requests' | 'scores') =>
    days.map((date) => ({ label: formatDate(date, 'en'), value: found.get(date)?.[name] ?? 0 }))
  const toTotal = (name: 'requests' | 'scores') => whole(usage.reduce((sum, day) => sum + day[name], 0))
  return (
    <div class="sparks two">
      <Sparkline title={t.usageRequests} total={toTotal('requests')} bars={toBars('requests')} format={whole} />
      <Sparkline title={t.usageScores} total={toTotal('scores')} bars={toBars('scores')} format={whole} />
    </div>
  )
}
