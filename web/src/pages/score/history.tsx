import type { ScoreProps } from '../../../../contract/props/score.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { Island } from '../../ui/island.tsx'
import { RailCard } from '../../ui/rail-card.tsx'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'

/** The newest records of the submission, and the way to another; nothing if there is only this one and can be no other. */
export const HistoryCard = (props: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const { score, replays, hasMoreReplays, canRescore } = props
  if (replays.length < 2 && !canRescore) return null
  return (
    <RailCard id="history" title={t.title}>
      {replays.length > 1 && <Records {...props} />}
      <p class="text">{t.note}</p>
      {canRescore && <Again {...score} />}
      {hasMoreReplays && (
        <a class="more" href={`/score/${score.id}?records=more#history`}>
          {t.more}
        </a>
      )}
    </RailCard>
  )
}

const Again = ({ id: scoreId }: ScoreProps['score']) => {
  const { history: t } = useWords(scoreWords)
  return (
    <Island name="rescore" class="again" props={{ scoreId, scoring: t.scoring }}>
      <button class="btn wide needs-script" type="button" data-waiting>
        {t.again}
      </button>
      <p class="text said" role="status" />
    </Island>
  )
}

const Records = ({ score, replays, now }: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const language = useLanguage()
  return (
    <ol class="history">
      {replays.map(({ id, aggregate, band, warnings, confidence, promptVersion, createdAt }) => (
        <li key={id} class={band} aria-current={id === score.id ? 'true' : undefined}>
          <span class="records">
            <CriticalChip codes={warnings} />
            <b>{formatScore(aggregate)}</b>
            <BandChip band={band} hasStubs={confidence === 'preliminary'} />
          </span>
          <span class="when">
            {id === score.id ? (
              <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
                {formatAge(createdAt, now, language)} · {t.current}
              </time>
            ) : (
              <a href={`/score/${id}`}>
                <time dateTime={createdAt} title={formatDateTime(createdAt, language)}>
                  {formatAge(createdAt, now, language)}
                </time>
              </a>
            )}
            <code>{promptVersion}</code>
          </span>
        </li>
      ))}
    </ol>
  )
}
