import type { Reading, Samples, ScoreProps, ScoreResult } from '../../pages.ts'
import { Island } from '../../ui/island.tsx'
import { Section } from '../../ui/layout.tsx'
import { Reason } from '../../ui/reason.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { percent, points, getTitle, toWords } from '../../ui/words.ts'

type Contribution = ScoreResult['explanation']['contributions'][number]

/** The six: what each measured, why, and its share of the total. */
export const SignalsSection = ({ score, samples }: ScoreProps) => {
  const { contributions } = score.explanation
  return (
    <Section
      id="signals"
      title="Six signals"
      note="Each from 0 to 100. Its share of the total is its number times its weight."
    >
      <ol class="signals">
        {contributions.map((one) => (
          <Signal
            key={one.signal}
            part={one}
            reading={score.signals[one.signal]}
            samples={one.signal === 'meme' || one.signal === 'image' ? samples[one.signal] : null}
          />
        ))}
      </ol>
      <div class="sum">
        <p>
          <span>The shares make</span>
          <output class="figure">{points(score.aggregate)}</output>
        </p>
        <Island name="recompute" class="note" props={addUp(score)} />
      </div>
    </Section>
  )
}

interface SignalProps {
  part: Contribution
  reading: Reading
  samples: Samples | null
}

const Signal = ({ part, reading, samples }: SignalProps) => (
  <li class={reading.stub ? 'signal stubbed' : 'signal'}>
    <h3>{getTitle(part.signal)}</h3>
    <p class="figure reading">{reading.stub ? '–' : reading.score}</p>
    <ScoreBar score={reading.stub ? null : reading.score} />
    <p class="share note">
      {reading.stub ? (
        'not measured'
      ) : (
        <>
          × {percent(part.effectiveWeight)} = <span class="figure">{points(part.contribution)}</span>
        </>
      )}
    </p>
    <Reason reason={reading.reason} />
    <p class="note">
      {reading.stub ? `Its weight of ${percent(part.weight)} goes to the others.` : toEvidence(reading, samples)}
    </p>
  </li>
)

/** How sure the judge is, over how many answers; by which rules; whose data it is. */
function toEvidence({ confidence, attribution, reason }: Reading, samples: Samples | null): string {
  const { rules } = toWords(reason)
  const judge = confidence === null ? [] : [`The judge’s confidence: ${percent(confidence)}`]
  const parts = [...judge, samples && toSpread(samples), rules, attribution]
  return parts.filter((part) => part).join(' · ')
}

function toSpread({ count, lowest, highest }: Samples): string {
  if (count === 1) return 'asked once'
  const [low, high] = [Math.round(lowest), Math.round(highest)]
  return low === high ? `asked ${count} times, each time ${low}` : `asked ${count} times, from ${low} to ${high}`
}

/** What the browser needs to add it up again. */
const addUp = ({ explanation, signals, aggregate, band }: ScoreResult) => ({
  aggregate,
  band,
  parts: explanation.contributions.map(({ signal, weight }) => ({
    weight: Math.round(weight * 100),
    score: signals[signal].score,
    stub: signals[signal].stub,
  })),
})
