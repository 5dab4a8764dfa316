import { useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import { Pick } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { Outcome } from './outcome.tsx'
import { useAsk } from './use-ask.ts'

interface RecoverFormProps {
  apiKey: string
  subscriptionId: string
  onDone: () => void
}

interface Recovered {
  recovered: number
  isComplete: boolean
}

/** The service refuses a time that is exactly as old as it allows: requests take a moment. */
const marginMs = 60_000

/** Sends what failed or was missed again. */
export function RecoverForm({ apiKey, subscriptionId, onDone }: RecoverFormProps) {
  const [hours, setHours] = useState('1')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const recover = async (event: Event) => {
    event.preventDefault()
    const since = new Date(Date.now() - Number(hours) * 3_600_000 + marginMs).toISOString()
    const path = `/v1/webhooks/${subscriptionId}/recover`
    const request = { method: 'POST', body: { since } } as const
    const sent = await send<Recovered>(path, request, ({ recovered, isComplete }) =>
      t.isRecovered(recovered, isComplete),
    )
    if (sent) onDone()
  }
  const options = Object.fromEntries(t.spans.map(({ hours, title }) => [String(hours), title]))
  return (
    <form aria-label={t.recoverTitle} onSubmit={(event) => void recover(event)}>
      <div>
        <h4>{t.recoverTitle}</h4>
        <p class="quietly">{t.recoverNote}</p>
      </div>
      <div class="filter-line">
        <Pick label={t.since} value={hours} options={options} onValue={setHours} />
        <BusyButton class="btn" type="submit" isBusy={isBusy}>
          {t.recover}
        </BusyButton>
      </div>
      <Outcome problem={problem} done={done} />
    </form>
  )
}
