import type { ScoreResult } from '../../api-shapes.ts'
import { leadWarning, listWarningCodes } from '../../rules.ts'
import { BandChip } from '../../ui/band-chip.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { formatScore } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'
import { scoreTerms } from '../../words/scores.ts'
import { SixBars, toStates } from '../../ui/six-bars.tsx'

/** The score in short, which no launch page can do without; it leads to the whole of it. */
export const ScoreStrip = ({ score }: { score: ScoreResult }) => {
  const t = useWords(launchWords)
  return (
    <section class="score-strip card" aria-labelledby="score-strip">
      <div class="strip-head">
        <h2 id="score-strip">{t.score}</h2>
        <a href={`/score/${score.id}`}>{t.seeScore}</a>
      </div>
      <div class="strip-body">
        <Total {...score} />
        <SixBars states={toStates(score.signals)} layout="cells" />
      </div>
    </section>
  )
}

const Total = (score: ScoreResult) => {
  const terms = useWords(scoreTerms)
  const codes = listWarningCodes(score)
  return (
    <div class={score.hasStubs ? 'total preliminary' : 'total'}>
      <span class="total-number">{formatScore(score.aggregate)}</span>
      <span class="total-words">
        {leadWarning(codes) === undefined ? (
          <BandChip band={score.band} isPreliminary={score.hasStubs} />
        ) : (
          <CriticalChip codes={codes} />
        )}
        <span class="faint">
          {terms.outOf100} · {terms.higherIsBetter}
        </span>
      </span>
    </div>
  )
}
