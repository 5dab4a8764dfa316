import type { AccuracyFacts } from '../../../../contract/props/transparency.ts'
import { useWords } from '../../words/language.ts'
import { accuracyWords } from '../../words/accuracy.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { AnchorsFigure } from './anchors-figure.tsx'
import { EvaluationEntry } from './evaluation-entry.tsx'
import { Section } from './section.tsx'

/** Runs that judged each item once, and older ones, don't tell how often its band changes. */
const hasRepeats = ({ figures }: AccuracyFacts['runs'][number]): boolean =>
  figures.some(({ metric, meme, image }) => metric === 'bandChanges' && (meme.value ?? image.value) !== null)

/** How accurate the judge is; a figure that wasn’t measured says so. */
export const MeasuredSection = ({ runs, earlierRuns, series, maxShift }: AccuracyFacts) => {
  const { places } = useWords(transparencyWords)
  const t = useWords(accuracyWords)
  const { agreement, attacks, drift, bandChanges } = t.questions
  const unmeasured = [
    ...(runs.length > 0 ? [] : [agreement, attacks]),
    ...(series.length > 0 ? [] : [drift]),
    ...(runs.some(hasRepeats) ? [] : [bandChanges]),
  ]
  return (
    <Section id="measured" title={places.measured} note={runs.length + series.length > 0 ? t.note : t.empty}>
      {runs.length > 0 && (
        <ol class="entries">
          {runs.map((run) => (
            <EvaluationEntry key={run.id} {...run} />
          ))}
        </ol>
      )}
      {earlierRuns.length > 0 && (
        <details>
          <summary>{t.earlier(earlierRuns.length)}</summary>
          <ol class="entries">
            {earlierRuns.map((run) => (
              <EvaluationEntry key={run.id} {...run} />
            ))}
          </ol>
        </details>
      )}
      {series.length > 0 && (
        <>
          <h3>{drift.title}</h3>
          <p class="muted">{t.driftNote(maxShift)}</p>
          {series.map((one) => (
            <AnchorsFigure key={`${one.promptVersion} ${one.model}`} series={one} maxShift={maxShift} />
          ))}
        </>
      )}
      <dl class="facts" hidden={unmeasured.length === 0}>
        {unmeasured.map(({ title, asks }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <strong>{t.none}</strong> <span class="muted">{asks}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
