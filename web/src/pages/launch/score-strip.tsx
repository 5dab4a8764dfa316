import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import type { ToldState } from '../../../../contract/lead.ts'
import { LeadChip } from '../../ui/lead-chip.tsx'
import { formatScore } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { leadWords } from '../../words/lead.ts'
import { launchWords } from '../../words/launch.ts'
import { scoreTerms } from '../../words/scores.ts'
import { ShortBars, toShortBars } from '../../ui/short-bars.tsx'

/** The score in short, which no launch page can do without; it leads to the whole of it. */
export const ScoreStrip = ({ score, state }: { score: ScoreResult; state: ToldState }) => {
  const t = useWords(launchWords)
  return (
    <section class="score-strip card" aria-labelledby="score-strip">
      <div class="strip-head">
        <h2 id="score-strip">{t.score}</h2>
        <a href={`/score/${score.id}`}>{t.seeScore}</a>
      </div>
      <div class="strip-body">
        <Total score={score} state={state} />
        <ShortBars bars={toShortBars(score)} layout="cells" />
      </div>
    </section>
  )
}

const Total = ({ score, state }: { score: ScoreResult; state: ToldState }) => {
  const terms = useWords(scoreTerms)
  const t = useWords(leadWords)
  return (
    <div class={score.hasStubs ? 'total preliminary' : 'total'}>
      <span class="total-number">{formatScore(score.aggregate)}</span>
      <span class="total-words">
        <LeadChip {...state} band={score.band} hasStubs={score.hasStubs} />
        <span class="faint">
          {state.outcome === null
            ? `${terms.outOf100} · ${terms.higherIsBetter}`
            : t.before(formatScore(score.aggregate))}
        </span>
      </span>
    </div>
  )
}
