import { useState } from 'preact/hooks'
import type { AdminTakedowns, Takedown } from '../../pages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { tell } from './ask.ts'

interface TakeDownsProps {
  token: string
  log: AdminTakedowns
  onChange: () => void
}

/** The form that hides and shows, and the newest entries of the log. */
export function TakeDowns({ token, log, onChange }: TakeDownsProps) {
  const [subject, setSubject] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<Takedown | null>(null)
  const path = toPath(subject)

  const send = async (action: 'hide' | 'unhide') => {
    if (path === null) return setProblem('Enter the id or the link of a score, or the address of a creator.')
    setBusy(true)
    const asked = await tell<Takedown>(token, `${path}/${action}`, { reason })
    setBusy(false)
    setProblem('refusal' in asked ? asked.refusal.message : '')
    if ('refusal' in asked) return
    setDone(asked.response)
    onChange()
  }

  return (
    <>
      <form
        class="sheet-part"
        aria-label="Take down"
        onSubmit={(event) => {
          event.preventDefault()
          void send('hide')
        }}
      >
        <div class="field">
          <label for="takedown-subject">Score or creator</label>
          <input
            id="takedown-subject"
            value={subject}
            onInput={(event) => setSubject(event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
            required
          />
          <p class="note">The id or the link of a score, or the address of a creator’s wallet.</p>
        </div>
        <div class="field">
          <label for="takedown-reason">Reason</label>
          <input
            id="takedown-reason"
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
            autocomplete="off"
            maxLength={500}
            required
          />
          <p class="note">Everybody who opens what you take down reads it.</p>
        </div>
        <p class="actions">
          <button class="button" type="submit" disabled={isBusy}>
            Take down
          </button>
          <button class="button secondary" type="button" disabled={isBusy} onClick={() => void send('unhide')}>
            Show again
          </button>
        </p>
        <p class="fault-words" role="alert">
          {problem}
        </p>
        <div role="status">{done && <Done {...done} />}</div>
      </form>
      <Log log={log} />
    </>
  )
}

const Done = ({ action, sameImage }: Takedown) => (
  <Notice kind="pending" title={action === 'hidden' ? 'It is taken down' : 'It is shown again'}>
    {sameImage.length > 0 && (
      <>
        Scores that are still shown with the same image:{' '}
        {sameImage.map((id) => (
          <a key={id} class="beneath" href={`/score/${id}`}>
            {id}
          </a>
        ))}
      </>
    )}
  </Notice>
)

const Log = ({ log: { takedowns } }: { log: AdminTakedowns }) =>
  takedowns.length === 0 ? (
    <p>Nothing was taken down yet.</p>
  ) : (
    <ol class="lines">
      {takedowns.map(({ id, action, scoreId, creatorAddress, reason, actor, doneAt }) => (
        <li key={id}>
          <div class="who">
            <p>
              {action === 'hidden' ? 'Took down' : 'Showed again'}{' '}
              <a href={scoreId ? `/score/${scoreId}` : `/creator/${creatorAddress ?? ''}`}>
                {scoreId ? `score ${scoreId}` : `creator ${creatorAddress ?? ''}`}
              </a>
            </p>
            <p class="note">
              <bdi>{reason}</bdi>
            </p>
            <p class="note meta">
              {actor} <Time at={doneAt} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )

/** `scores/<id>` or `creators/<address>`; null if the text has neither. */
function toPath(subject: string): string | null {
  const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(subject) ?? []
  if (id) return `scores/${id}`
  const [address] = /0x[0-9a-f]{40}/i.exec(subject) ?? []
  return address ? `creators/${address}` : null
}
