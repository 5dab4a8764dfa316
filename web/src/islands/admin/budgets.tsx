import type { AdminBudgets } from '../../../../contract/schemas/operations.ts'
import { QueueRow } from '../../ui/queue-row.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { bytes, price, shareIn, short } from './numbers.ts'

/** From here on a budget may not last the day. */
const nearlyFull = 0.9

/** The day's use of each budget. */
export const Budgets = ({ budgets }: AdminBudgets) => (
  <ul class="rows">
    {budgets.map(({ name, used, limit, cost }) => {
      const format = name === 'stored_bytes' ? bytes : short
      const share = limit === null ? null : used / limit
      const notes = [
        share === null ? t.budgetFree : t.budgetLeft(shareIn(share)),
        ...(cost === null ? [] : [t.budgetCost(price(cost))]),
      ]
      return (
        <QueueRow
          key={name}
          title={t.budgetNames[name]}
          amount={limit === null ? format(used) : t.budgetUsed(format(used), format(limit))}
          note={notes.join(' · ')}
          share={share}
          isFull={share !== null && share >= nearlyFull}
        />
      )
    })}
  </ul>
)
