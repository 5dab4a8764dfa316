import type { ScoreProps } from '../../../contract/props/score.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { type LeadState, findLead } from '../../../contract/lead.ts'
import { toScoreBand } from '../ui/short-bars.tsx'
import { BandChip, CriticalChip } from '../ui/chips.tsx'
import { formatAge, formatDate, formatScore } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreWords } from '../words/score.ts'
import { Reason } from '../ui/reason.tsx'
import { factWords } from '../words/facts.ts'
import { launchWords } from '../words/launch.ts'

export const TestNotice = ({ score }: Pick<ScoreProps, 'score'>) => {
  const t = useWords(scoreWords)
  return score.test ? (
    <p class="card banner">
      <strong>{t.testTitle}.</strong> {t.testText}
    </p>
  ) : null
}

/** Leads to the first submissions by others that this one resembles. */
export const EarlierNotices = ({ earlier }: Pick<ScoreProps, 'earlier'>) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  return (
    <>
      {earlier.map(({ resemblance, scoreId, name, symbol, isEnrolled, createdAt }) => (
        <p class="card banner" key={resemblance}>
          <span>
            {t.earlier[resemblance]}{' '}
            <a href={`/score/${scoreId}`}>
              <bdi>{name}</bdi> <bdi>${symbol}</bdi>
            </a>
          </span>
          <span class="muted">
            {t.earlierOn(formatDate(createdAt, language))}
            {isEnrolled && ` · ${t.signed}`}
          </span>
        </p>
      ))}
    </>
  )
}

/** Leads to the launch that this one copies. */
export const CopyNotice = ({ original }: Pick<ScoreProps, 'original'>) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  if (!original) return null
  const { scoreId, name, symbol, enrolledAt } = original
  return (
    <p class="card banner">
      <span>
        {t.copy}{' '}
        <a href={`/score/${scoreId}`}>
          <bdi>{name}</bdi> <bdi>${symbol}</bdi>
        </a>
      </span>
      <span class="muted">{t.earlierOn(formatDate(enrolledAt, language))}</span>
    </p>
  )
}

/** Leads to the newest record of the same submission. */
export const NewerNotice = ({ score, replays, now }: ScoreProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const [newest] = replays
  if (!newest || newest.id === score.id) return null
  return (
    <p class="card banner">
      <a href={`/score/${newest.id}`}>{t.newer}</a>
      <CriticalChip codes={newest.warnings} />
      <b>{formatScore(newest.aggregate)}</b>
      <BandChip band={newest.band} hasStubs={newest.confidence === 'preliminary'} />
      <span class="muted">{formatAge(newest.createdAt, now, language)}</span>
    </p>
  )
}

/** A notice for launches without an outcome and without a critical warning: a red score, or a red risk under a better one. */
export const RedNotice = ({ score, state }: { score: ScoreResult; state: LeadState }) => {
  const t = useWords(launchWords)
  const words = useWords(factWords)
  const { band, signals } = score
  const { risk } = signals
  const redRisk = risk && !risk.stub && toScoreBand(risk.score) === 'red' ? risk : null
  if ((band !== 'red' && !redRisk) || findLead(state) !== null) return null
  return (
    <div class="red-notice">
      <p class="card-title">{band === 'red' ? t.redScore : t.redRisk}</p>
      {redRisk ? <Reason {...redRisk} words={words} /> : <p>{t.readWhy}</p>}
    </div>
  )
}
