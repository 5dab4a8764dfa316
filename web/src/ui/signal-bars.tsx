import type { Judged } from '../props/score.ts'
import type { Reading, ScoreResult, SignalName } from '../api-shapes.ts'
import { formatPercent } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { BandChip } from './band-chip.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Shape } from './shape.tsx'
import { SignalBar } from './signal-bar.tsx'
import { SignalFacts } from './signal-facts.tsx'
import { points, toScoreBand } from './words.ts'

type Contribution = ScoreResult['explanation']['contributions'][number]

export interface SignalBarsProps {
  score: ScoreResult
  judged?: Partial<Record<SignalName, Judged | null>>
}

/** The six signals as rows that open: what each measured, and its share of the total. What is wrong comes first. */
export const SignalBars = ({ score, judged }: SignalBarsProps) => {
  const rows = sortRows(score)
  return (
    <div class="signal-bars">
      {rows.map(({ part, isGrave }, at) => (
        <Row
          key={part.signal}
          part={part}
          reading={score.signals[part.signal]}
          isOpen={isGrave || (at === 0 && !score.signals[part.signal].stub)}
          judged={judged?.[part.signal] ?? null}
        />
      ))}
    </div>
  )
}

/** Signals with a critical warning first, then red ones, then the others in their order. */
function sortRows(score: ScoreResult): { part: Contribution; isGrave: boolean }[] {
  const critical = (score.warnings ?? []).filter(({ severity }) => severity === 'critical').map(({ signal }) => signal)
  const rankOf = ({ signal }: Contribution): number => {
    if (critical.includes(signal)) return 0
    const { stub, score: value } = score.signals[signal]
    return !stub && toScoreBand(value) === 'red' ? 1 : 2
  }
  return score.explanation.contributions
    .map((part) => ({ part, rank: rankOf(part) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ part, rank }) => ({ part, isGrave: rank < 2 }))
}

const icons: Record<SignalName, IconName> = {
  meme: 'sparkle',
  creator: 'person',
  image: 'picture',
  name: 'letters',
  social: 'at',
  risk: 'flag',
}

interface RowProps {
  part: Contribution
  reading: Reading
  isOpen: boolean
  judged: Judged | null
}

const Row = ({ part, reading, isOpen, judged }: RowProps) => {
  const terms = useWords(scoreTerms)
  return (
    <details id={`signal-${part.signal}`} open={isOpen}>
      <summary>
        <Icon name={icons[part.signal]} class="icon" />
        <span class="name">{terms.signals[part.signal].title}</span>
        {reading.stub ? <Unmeasured /> : <Measured part={part} score={reading.score} />}
        <Icon name="chevron" size={14} class="chevron" />
      </summary>
      <SignalFacts part={part} reading={reading} judged={judged} />
    </details>
  )
}

const Measured = ({ part, score }: { part: Contribution; score: number }) => {
  const language = useLanguage()
  const band = toScoreBand(score)
  return (
    <>
      <SignalBar state={score} />
      <span class="value">{score}</span>
      <span class={`band ${band}`}>
        <BandChip band={band} />
        <Shape of={band} />
      </span>
      <span class="share">
        × {formatPercent(part.effectiveWeight, language)} = <b>{points(part.contribution)}</b>
      </span>
    </>
  )
}

const Unmeasured = () => (
  <>
    <SignalBar state={null} />
    <span class="missing">{useWords(scoreTerms).notMeasured}</span>
  </>
)
