import { listSignals } from '../../../contract/signals/looks.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { formatScore } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { useSignalWords } from '../words/signals.ts'
import { SignalBar, type SignalState } from './signal-bar.tsx'

export interface ShortBar {
  name: string
  /** By default the title in the reader's language, which a browser knows for the signals of released versions only. */
  title?: string
  state: SignalState
}

interface ShortBarsProps {
  bars: ShortBar[]
  /** `rows`: below each other. `cells`: three side by side, for wide and low places. */
  layout?: 'rows' | 'cells'
}

/** Signals in short: title, bar and number. */
export const ShortBars = ({ bars, layout = 'rows' }: ShortBarsProps) => (
  <ul class={`short-bars ${layout}`}>
    {bars.map((bar) => (
      <Bar key={bar.name} {...bar} />
    ))}
  </ul>
)

/** The signals of a record. */
export const toShortBars = (score: ScoreResult): ShortBar[] =>
  listSignals(score).map(({ name, reading }) => ({ name, state: reading.stub ? null : reading.score }))

const Bar = ({ name, title, state }: ShortBar) => {
  const words = useSignalWords(name)
  return (
    <li class={typeof state === 'number' ? 'known' : 'open'}>
      <span class="title">{title ?? words.title}</span>
      <SignalBar state={state} />
      <Value state={state} />
    </li>
  )
}

/** Where a cell has no room for words, a dash stands for them. */
const Value = ({ state }: { state: SignalState }) => {
  const { notMeasured } = useWords(scoreTerms)
  if (state !== null) return <span class="value">{typeof state === 'number' ? formatScore(state) : state.words}</span>
  return (
    <span class="value">
      <span class="words">{notMeasured}</span>
      <span class="dash" aria-hidden="true">
        –
      </span>
    </span>
  )
}
