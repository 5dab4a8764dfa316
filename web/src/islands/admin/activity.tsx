import type { ActivityWindow, AdminAnalytics } from '../../../../contract/schemas/admin.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { price, shareIn, whole } from './numbers.ts'

const orNone = (amount: number | null, format: (amount: number) => string) => (amount === null ? '–' : format(amount))

const cells: Record<keyof typeof t.activityRows, (window: ActivityWindow) => string> = {
  scores: ({ scores }) => whole(scores.total),
  bands: ({ scores: { bands } }) => [bands.green, bands.amber, bands.red].map(whole).join(' / '),
  preliminary: ({ scores }) => whole(scores.preliminary),
  rescores: ({ scores }) => whole(scores.rescores),
  enrollments: ({ enrollments }) => whole(enrollments.total),
  enrolledShare: ({ conversion }) => shareIn(conversion.enrolledShare),
  attestations: ({ attestations }) => whole(attestations.published),
  calls: ({ model }) => whole(model.calls),
  inputTokens: ({ model }) => whole(model.inputTokens),
  outputTokens: ({ model }) => whole(model.outputTokens),
  cachedShare: ({ model }) => shareIn(model.cachedShare),
  tokensPerScore: ({ model }) => orNone(model.tokensPerScore, whole),
  cost: ({ model }) => orNone(model.cost, price),
  costPerScore: ({ model }) => orNone(model.costPerScore, price),
}

/** The counts of each window. */
export const Activity = ({ windows }: AdminAnalytics) => (
  <DataTable
    label={t.activity}
    columns={t.activityColumns}
    rows={(Object.keys(cells) as (keyof typeof cells)[]).map((name) => ({
      key: name,
      cells: [t.activityRows[name], ...[windows['24h'], windows['7d'], windows.all].map(cells[name])],
    }))}
  />
)
