import type { Appeal } from '../../../../contract/schemas/appeal.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import { Chip } from '../../ui/chip.tsx'
import { Island } from '../../ui/island.tsx'
import { appealWords } from '../../words/appeal.ts'
import { formatDateTime } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'

/** The creator's appeal and the operator's answer; if there is none, the form for the creator who enrolled the score. */
export const AppealCard = ({ appeal, enrollment }: ScoreProps) => {
  const t = useWords(appealWords)
  if (!appeal && !enrollment) return null
  return (
    <section class="card pitch" id="appeal" aria-labelledby="appeal-title">
      <h2 id="appeal-title">{t.title}</h2>
      {appeal && <Appealed {...appeal} />}
      {!appeal && enrollment && (
        <>
          <p class="muted">{t.ask}</p>
          <Island
            name="appeal"
            props={{ scoreId: enrollment.scoreRequestId, creatorAddress: enrollment.creatorAddress }}
          >
            <button class="btn needs-script" type="button" data-waiting>
              {t.start}
            </button>
          </Island>
        </>
      )}
    </section>
  )
}

const Appealed = ({ reason, appealedAt, outcome, answer, answeredAt, rescoredAs }: Appeal) => {
  const t = useWords(appealWords)
  const language = useLanguage()
  return (
    <>
      <p class="muted">
        {t.byCreator} <time dateTime={appealedAt}>{formatDateTime(appealedAt, language)}</time>
      </p>
      <blockquote dir="auto">{reason}</blockquote>
      <p>
        <Chip>{outcome === null ? t.open : t[outcome]}</Chip>
      </p>
      {answer !== null && (
        <>
          <p class="muted">
            {t.answer} {answeredAt && <time dateTime={answeredAt}>{formatDateTime(answeredAt, language)}</time>}
          </p>
          <blockquote dir="auto">{answer}</blockquote>
        </>
      )}
      {rescoredAs !== null && (
        <p>
          <a href={`/score/${rescoredAs}`}>{t.fresh}</a>
        </p>
      )}
      <p class="muted">{t.note}</p>
    </>
  )
}
