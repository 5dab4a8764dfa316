import type { EvaluationFacts, EvaluationFigure, EvaluationMetric } from '../../props/transparency.ts'
import type { Language } from '../../props/site.ts'
import { Chip } from '../../ui/chip.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { accuracyWords } from '../../words/accuracy.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'

/** One run of the calibration and red-team sets, with its bounds. */
export const EvaluationEntry = (run: EvaluationFacts) => {
  const { promptVersion, model, finishedAt, hasPassed, figures, attackSuccess, falseCaps } = run
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <li>
      <h3 class="with-chip">
        <code>{promptVersion}</code> <bdi>{model}</bdi>
        <Chip tone={hasPassed ? 'plain' : 'ink'}>{hasPassed ? t.passed : t.missed}</Chip>
      </h3>
      <p class="note">
        <time dateTime={finishedAt}>{formatDateTime(finishedAt, language)}</time>. {t.size(run)}
      </p>
      <DataTable
        label={`${t.questions.agreement.title}: ${promptVersion}, ${model}`}
        columns={[t.columns.figure, t.columns.pitches, t.columns.pictures]}
        rows={figures.map(({ metric, meme, image }) => ({
          key: metric,
          cells: [
            t.metrics[metric],
            <Figure key="meme" {...meme} format={formats[metric]} />,
            <Figure key="image" {...image} format={formats[metric]} />,
          ],
        }))}
      />
      <dl class="facts">
        <div>
          <dt>{t.attackSuccess}</dt>
          <dd>
            <Figure {...attackSuccess} format={formatPercent} />
            {attackSuccess.low !== null && attackSuccess.high !== null && (
              <span class="muted">
                {' '}
                {t.interval(formatPercent(attackSuccess.low, language), formatPercent(attackSuccess.high, language))}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t.falseCaps}</dt>
          <dd>
            <Figure {...falseCaps} format={formatPercent} />
          </dd>
        </div>
      </dl>
    </li>
  )
}

type Format = (value: number, language: Language) => string

const formatTwoDecimals: Format = (value, language) => formatNumber(value, language, { maximumFractionDigits: 2 })

const formats: Record<EvaluationMetric, Format> = {
  spearman: formatTwoDecimals,
  error: formatTwoDecimals,
  bandAgreement: formatPercent,
  repeatDeviation: formatTwoDecimals,
  bandChanges: formatPercent,
}

/** The value and its bound. */
const Figure = ({ value, least, most, isMissed, format }: EvaluationFigure & { format: Format }) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  if (value === null) return <span class="muted">{t.unknown}</span>
  return (
    <>
      <strong>{format(value, language)}</strong>{' '}
      <span class="note">
        {least !== null && `≥ ${format(least, language)}`}
        {most !== null && `≤ ${format(most, language)}`}
        {isMissed && ` – ${t.boundMissed}`}
      </span>
    </>
  )
}
