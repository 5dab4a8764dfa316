import type { AdminStatus } from '../../../../contract/schemas/admin.ts'
import { Alert } from '../../ui/console.tsx'
import { QueueRow } from '../../ui/queue-row.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { span, whole } from './numbers.ts'

const maxCounted = 10_000
/** The bar is full when the oldest entry has been due for this long. */
const fullAtSeconds = 600

/** The depth and the oldest age of each queue. */
export const Queues = ({ queues }: Pick<AdminStatus, 'queues'>) =>
  queues === null ? (
    <Alert title={t.queuesFailed} />
  ) : (
    <ul class="rows">
      {queues.map(({ name, due, oldestDueSeconds }) => (
        <QueueRow
          key={name}
          title={queueNames[name] ?? name}
          amount={t.queueDue(whole(due), due >= maxCounted)}
          note={due === 0 ? t.queueEmpty : t.queueOldest(span(oldestDueSeconds))}
          share={due === 0 ? 0 : oldestDueSeconds / fullAtSeconds}
          isFull={oldestDueSeconds >= fullAtSeconds}
        />
      ))}
    </ul>
  )

const queueNames: Record<string, string> = t.queueNames
