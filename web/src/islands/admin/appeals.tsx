import { useState } from 'preact/hooks'
import type { AdminAppeal } from '../../../../contract/schemas/appeal.ts'
import { BusyButton } from '../busy-button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Alert, Entry } from '../../ui/console.tsx'
import { formatDateTime } from '../../words/formats.ts'
import { operatorWords as t } from '../../words/operator.ts'
import { useSend } from './use-send.ts'

interface AppealsProps {
  token: string
  appeals: AdminAppeal[]
  onChange: () => void
}

/** The open appeals and the newest answered ones, and the form that answers an open one. */
export const Appeals = ({ token, appeals, onChange }: AppealsProps) => (
  <>
    {appeals.length === 0 && <p class="muted">{t.noAppeals}</p>}
    <ol class="items">
      {appeals.map((appeal) => (
        <li key={appeal.appealId} id={`appeal-${appeal.appealId}`}>
          <div class="item-head">
            <h3 tabIndex={-1}>
              <a href={`/score/${appeal.scoreRequestId}`}>
                <bdi>{appeal.name}</bdi>
              </a>
            </h3>
            <Chip tone={appeal.outcome === null ? 'crit' : 'plain'}>{t.appealStates[appeal.outcome ?? 'open']}</Chip>
          </div>
          <ol class="posts">
            <Post text={appeal.reason} at={appeal.appealedAt} by={t.creatorWrites} />
            {appeal.answer !== null && (
              <Post text={appeal.answer} at={appeal.answeredAt ?? ''} by={appeal.answeredBy ?? ''} />
            )}
          </ol>
          {appeal.rescoredAs !== null && (
            <p>
              <a href={`/score/${appeal.rescoredAs}`}>{t.freshScore}</a>
            </p>
          )}
          {appeal.outcome === null && <Answer {...{ token, appeal, onChange }} />}
        </li>
      ))}
    </ol>
  </>
)

const Post = ({ text, at, by }: { text: string; at: string; by: string }) => (
  <li>
    <p class="post-body" dir="auto">
      {text}
    </p>
    <p class="quietly">{[by, formatDateTime(at, 'en')].join(' · ')}</p>
  </li>
)

function Answer({ token, appeal, onChange }: Omit<AppealsProps, 'appeals'> & { appeal: AdminAppeal }) {
  const [answer, setAnswer] = useState('')
  const [rescore, setRescore] = useState(false)
  const { isBusy, problem, send } = useSend(token)
  const post = async (outcome: 'upheld' | 'declined') => {
    if (!(await send<AdminAppeal>(`appeals/${appeal.appealId}/answer`, { outcome, answer, rescore }))) return
    document.querySelector<HTMLElement>(`#appeal-${appeal.appealId} h3`)?.focus() // this form goes
    onChange()
  }
  return (
    <form
      aria-label={t.answerLabel(appeal.name)}
      onSubmit={(event) => {
        event.preventDefault()
        void post('upheld')
      }}
    >
      <Entry label={t.answerLabel(appeal.name)} value={answer} onValue={setAnswer} isLong maxLength={1000} isRequired />
      <p>
        <label>
          <input
            type="checkbox"
            checked={rescore}
            onChange={({ currentTarget }) => setRescore(currentTarget.checked)}
          />{' '}
          {t.rescoreToo}
        </label>
      </p>
      <p class="buttons">
        <BusyButton class="btn sm" type="submit" isBusy={isBusy}>
          {t.uphold}
        </BusyButton>
        <BusyButton class="btn sm" type="button" isBusy={isBusy} onClick={() => void post('declined')}>
          {t.decline}
        </BusyButton>
      </p>
      <div role="alert">{problem && <Alert title={problem} />}</div>
    </form>
  )
}
