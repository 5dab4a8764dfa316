import { listSignals } from '../../../contract/signals/looks.ts'
import type { Reading } from '../../../contract/signals/schemas.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { formatPercent } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { getSignalIcon, useSignalWords } from '../words/signals.ts'
import { BandChip } from './band-chip.tsx'
import { Icon, isIconName } from './icon.tsx'
import { Shape } from './shape.tsx'
import { SignalBar } from './signal-bar.tsx'
import { SignalFacts } from './signal-facts.tsx'
import { points, toScoreBand } from './words.ts'

type Contribution = ScoreResult['explanation']['contributions'][number]

/** The signals as rows that open: what each measured, and its share of the total. What is wrong comes first. */
export const SignalBars = ({ score }: { score: ScoreResult }) => {
  const rows = sortRows(score)
  return (
    <div class="signal-bars">
      {rows.map(({ part, reading, isGrave }, at) => (
        <Row key={part.signal} part={part} reading={reading} isOpen={isGrave || (at === 0 && !reading.stub)} />
      ))}
    </div>
  )
}

/** Signals with a critical warning first, then red ones, then the others in their order. */
function sortRows(score: ScoreResult): { part: Contribution; reading: Reading; isGrave: boolean }[] {
  const critical = (score.warnings ?? []).filter(({ severity }) => severity === 'critical').map(({ signal }) => signal)
  const rankOf = (signal: string, reading: Reading): number => {
    if (critical.includes(signal)) return 0
    return !reading.stub && toScoreBand(reading.score) === 'red' ? 1 : 2
  }
  return listSignals(score)
    .map(({ name, part, reading }) => ({ part, reading, rank: rankOf(name, reading) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank, ...row }) => ({ ...row, isGrave: rank < 2 }))
}

interface RowProps {
  part: Contribution
  reading: Reading
  isOpen: boolean
}

const Row = ({ part, reading, isOpen }: RowProps) => {
  const { title } = useSignalWords(part.signal)
  const icon = getSignalIcon(part.signal)
  return (
    <details id={`signal-${part.signal}`} open={isOpen}>
      <summary>
        <Icon name={isIconName(icon) ? icon : 'bars'} class="icon" />
        <span class="name">{title}</span>
        {reading.stub ? <Unmeasured /> : <Measured part={part} score={reading.score} />}
        <Icon name="chevron" size={14} class="chevron" />
      </summary>
      <SignalFacts part={part} reading={reading} />
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
