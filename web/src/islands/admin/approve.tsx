import { useState } from 'preact/hooks'
import type { LaunchApproval } from '../../../../contract/schemas/notification.ts'
import { BusyButton } from '../busy-button.tsx'
import { Alert, Entry } from '../../ui/console.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { useSend } from './use-send.ts'

/** The form that approves a launch for the operator's channels. */
export function Approve({ token }: { token: string }) {
  const [launch, setLaunch] = useState('')
  const [done, setDone] = useState<LaunchApproval | null>(null)
  const { isBusy, problem, setProblem, send } = useSend(token)
  const approve = async () => {
    setDone(null)
    const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(launch) ?? []
    if (id === undefined) return setProblem(t.approveWhat)
    setDone(await send<LaunchApproval>(`launches/${id}/approve`, {}))
  }
  return (
    <form
      aria-label={t.approve}
      onSubmit={(event) => {
        event.preventDefault()
        void approve()
      }}
    >
      <Entry label={t.approveLaunch} note={t.approveLaunchNote} value={launch} onValue={setLaunch} isRequired />
      <p class="buttons">
        <BusyButton class="btn" type="submit" isBusy={isBusy}>
          {t.approve}
        </BusyButton>
      </p>
      <div role="alert">{problem && <Alert title={problem} />}</div>
      <div role="status">{done && <p>{t.isApproved(done.approvedBy, formatDateTime(done.approvedAt, 'en'))}</p>}</div>
    </form>
  )
}
