import { listSignals } from '../../../../contract/signals/looks.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import { Island } from '../../ui/island.tsx'
import { SignalBars } from '../../ui/signal-bars.tsx'
import { points } from '../../ui/words.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { countSignals } from '../../words/signals.ts'

/** The signals and their sum. */
export const Signals = ({ score }: ScoreProps) => {
  const { signals: t } = useWords(scoreWords)
  const count = countSignals(score.explanation.contributions.length, useLanguage())
  return (
    <section class="card" aria-labelledby="signals">
      <div class="section-head">
        <h2 id="signals">{count}</h2>
        <span class="muted">{t.formula}</span>
      </div>
      <SignalBars score={score} />
      <div class="sum">
        <span>{t.total}</span>
        <Island name="recompute" class="recomputed" props={addUp(score)} />
        <output>{points(score.aggregate)}</output>
      </div>
    </section>
  )
}

/** The parts from which the browser adds it up again. */
const addUp = (score: ScoreResult) => ({
  aggregate: score.aggregate,
  band: score.band,
  parts: listSignals(score).map(({ part, reading }) => ({
    weight: Math.round(part.weight * 100),
    score: reading.score,
    stub: reading.stub,
  })),
})
