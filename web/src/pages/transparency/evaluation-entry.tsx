import type { EvaluationFacts, EvaluationFigure, EvaluationMetric } from '../../../../contract/props/transparency.ts'
import type { Language } from '../../../../contract/props/site.ts'
import { Chip } from '../../ui/chip.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { accuracyWords } from '../../words/accuracy.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'

/** One run of the calibration and red-team sets, with its bounds. */
export const EvaluationEntry = (run: EvaluationFacts) => {
  const { promptVersion, model, finishedAt, hasPassed, figures, halves } = run
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
      <DataTable
        label={`${t.questions.attacks.title}: ${promptVersion}, ${model}`}
        columns={[t.columns.attacks, t.attackSuccess, t.falseCaps, t.twinLosses]}
        rows={halves.map(({ half, attackSuccess, falseCaps, twinLosses }) => ({
          key: half,
          cells: [
            t.halves[half],
            <AttackSuccess key="success" {...attackSuccess} />,
            <Figure key="caps" {...falseCaps} format={formatPercent} />,
            <Figure key="losses" {...twinLosses} format={formatPercent} />,
          ],
        }))}
      />
    </li>
  )
}

const AttackSuccess = ({ low, high, ...figure }: EvaluationFacts['halves'][number]['attackSuccess']) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <>
      <Figure {...figure} format={formatPercent} />
      {low !== null && high !== null && (
        <span class="muted"> {t.interval(formatPercent(low, language), formatPercent(high, language))}</span>
      )}
    </>
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
