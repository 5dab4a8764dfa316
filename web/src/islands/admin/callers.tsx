import type { FailingWebhooks } from '../../../../contract/schemas/failing-webhook.ts'
import type { LimitedCallerList } from '../../../../contract/schemas/operations.ts'
import { Chip } from '../../ui/chip.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { Ago } from './ago.tsx'
import { whole } from './numbers.ts'

/** The subscriptions whose endpoints accept nothing. */
export const FailingEndpoints = ({ webhooks, hasMore, asOf }: FailingWebhooks) =>
  webhooks.length === 0 ? (
    <p class="muted">{t.noFailing}</p>
  ) : (
    <>
      <DataTable
        label={t.failing}
        columns={t.failingColumns}
        rows={webhooks.map((row) => ({
          key: row.id,
          cells: [
            <bdi key="endpoint">{row.endpoint}</bdi>,
            <span key="key">
              <bdi>{row.keyLabel ?? t.none}</bdi> <code class="faint">{row.keyPrefix}</code>
            </span>,
            <Ago key="since" at={row.failingSince} now={asOf} />,
            <Chip key="state" tone={row.active ? 'plain' : 'crit'}>
              {t.failingStates[getState(row)]}
            </Chip>,
          ],
        }))}
      />
      {hasMore && <p class="muted">{t.moreFailing}</p>}
    </>
  )

function getState({ active, pausedUntil }: FailingWebhooks['webhooks'][number]): keyof typeof t.failingStates {
  if (!active) return 'stopped'
  return pausedUntil === null ? 'retrying' : 'paused'
}

/** Whom rate limits refuse most. */
export const LimitedCallers = ({ callers, asOf }: LimitedCallerList) =>
  callers.length === 0 ? (
    <p class="muted">{t.noLimited}</p>
  ) : (
    <DataTable
      label={t.limited}
      columns={t.limitedColumns}
      rows={callers.map(({ caller, policy, refused, lastAt }) => ({
        key: caller,
        cells: [<code key="caller">{caller}</code>, policy, whole(refused), <Ago key="last" at={lastAt} now={asOf} />],
      }))}
    />
  )
