import type { AdminStatus } from '../../../../contract/schemas/admin.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { span } from './numbers.ts'

/** The process that responded, and its jobs. */
export const Replica = ({ version, commit, uptimeSeconds, attester, jobs, asOf }: AdminStatus) => (
  <>
    <dl class="facts-line">
      <Fact title={t.release}>{commit ? `${version} (${commit.slice(0, 12)})` : version}</Fact>
      <Fact title={t.uptime}>{span(uptimeSeconds)}</Fact>
      <Fact title={t.attester}>{attester ? toAttester(attester) : t.states.not_configured}</Fact>
    </dl>
    {jobs.length === 0 ? (
      <p class="muted">{t.noJobs}</p>
    ) : (
      <details>
        <summary>{t.jobs}</summary>
        <DataTable
          label={t.jobs}
          columns={t.jobsColumns}
          rows={jobs.map(({ name, lastSuccessAt }) => ({
            key: name,
            cells: [name, t.ago(span(Math.max(0, (Date.parse(asOf) - Date.parse(lastSuccessAt)) / 1000)))],
          }))}
        />
      </details>
    )}
  </>
)

const Fact = ({ title, children }: { title: string; children: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function toAttester({ state, attester, balanceWei }: NonNullable<AdminStatus['attester']>): string {
  const balance = balanceWei === null ? t.noBalance : t.balance((Number(balanceWei) / 1e18).toFixed(4))
  return [state, attester, balance].join(' · ')
}
