import type { ScoreProps } from '../../pages.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { RailCard } from '../../ui/rail-card.tsx'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'

/** The newest records of the submission; nothing for the only one. */
export const HistoryCard = ({ score, replays, hasMoreReplays, now }: ScoreProps) => {
  const { history: t } = useWords(scoreWords)
  const language = useLanguage()
  if (replays.length < 2) return null
  return (
    <RailCard id="history" title={t.title}>
      <ol class="history">
        {replays.map(({ id, aggregate, band, warnings, confidence, promptVersion, createdAt }) => (
          <li key={id} class={band} aria-current={id === score.id ? 'true' : undefined}>
            <span class="records">
              <CriticalChip codes={warnings} />
              <b>{formatScore(aggregate)}</b>
              <BandChip band={band} isPreliminary={confidence === 'preliminary'} />
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
      <p class="text">{t.note}</p>
      {hasMoreReplays && (
        <a class="more" href={`/score/${score.id}?records=more#history`}>
          {t.more}
        </a>
      )}
    </RailCard>
  )
}
