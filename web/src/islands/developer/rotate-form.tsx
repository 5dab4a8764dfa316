import { useState } from 'preact/hooks'
import { BusyButton } from '../busy-button.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { formatDateTime } from '../../words/formats.ts'
import { Outcome } from './outcome.tsx'
import { SecretEntry } from './secret-entry.tsx'
import { useAsk } from './use-ask.ts'

/** Replaces the secret of a subscription. */
export function RotateForm({ apiKey, subscriptionId }: { apiKey: string; subscriptionId: string }) {
  const [secret, setSecret] = useState('')
  const { isBusy, problem, done, send } = useAsk(apiKey)
  const rotate = async (event: Event) => {
    event.preventDefault()
    await send<{ previousUntil: string }>(
      `/v1/webhooks/${subscriptionId}/rotate-secret`,
      { method: 'POST', body: { secret } },
      ({ previousUntil }) => t.isRotated(formatDateTime(previousUntil, 'en')),
    )
  }
  return (
    <form aria-label={t.rotate} onSubmit={(event) => void rotate(event)}>
      <SecretEntry label={t.newSecret} value={secret} onValue={setSecret} />
      <p class="quietly">{t.rotateNote}</p>
      <p class="buttons">
        <BusyButton class="btn pri" type="submit" isBusy={isBusy}>
          {t.rotate}
        </BusyButton>
      </p>
      <Outcome problem={problem} done={done} />
    </form>
  )
}
