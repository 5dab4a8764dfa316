import type { ScoreProps } from '../../props/score.ts'
import type { ScoreResult } from '../../api-shapes.ts'
import { Island } from '../../ui/island.tsx'
import { SignalBars } from '../../ui/signal-bars.tsx'
import { points } from '../../ui/words.ts'
import { useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'

/** The six signals and their sum. */
export const Signals = ({ score, judged }: ScoreProps) => {
  const { signals: t } = useWords(scoreWords)
  return (
    <section class="card" aria-labelledby="signals">
      <div class="section-head">
        <h2 id="signals">{t.title}</h2>
        <span class="muted">{t.formula}</span>
      </div>
      <SignalBars score={score} judged={judged} />
      <div class="sum">
        <span>{t.total}</span>
        <Island name="recompute" class="recomputed" props={addUp(score)} />
        <output>{points(score.aggregate)}</output>
      </div>
    </section>
  )
}

/** The parts from which the browser adds it up again. */
const addUp = ({ explanation, signals, aggregate, band }: ScoreResult) => ({
  aggregate,
  band,
  parts: explanation.contributions.map(({ signal, weight }) => ({
    weight: Math.round(weight * 100),
    score: signals[signal].score,
    stub: signals[signal].stub,
  })),
})
