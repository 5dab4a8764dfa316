import { listSignals } from '../../../contract/signals/looks.ts'
import type { Band, ScoreResult } from '../../../contract/schemas/score.ts'
import { bands, toBand } from '../../../contract/bands.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { useSignalWords } from '../words/signals.ts'
import { keepMarkup } from './icon.tsx'

interface ShortBar {
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
  if (state !== null) return <span class="value">{typeof state === 'number' ? state : state.words}</span>
  return (
    <span class="value">
      <span class="words">{notMeasured}</span>
      <span class="dash" aria-hidden="true">
        –
      </span>
    </span>
  )
}

/** A signal as far as it is known: its score, null where it isn't measured, or the word that stands in its place. */
type SignalState = number | null | { words: string }

/**
 * A score from 0 to 100 as a length, with gaps at the thresholds. The lowest is a red sliver; null: hatched, not measured;
 * words: an empty track, not known yet.
 */
export const SignalBar = keepMarkup(({ state }: { state: SignalState }) =>
  state === null ? (
    <span class="signal-bar stub" />
  ) : (
    <svg class="signal-bar" width="100%" height="8" aria-hidden="true">
      <rect class="track" width="100%" height="8" rx="4" />
      {typeof state === 'number' && (
        <g class={`fill ${toScoreBand(state)}`}>
          <rect width="6" height="8" rx="3" />
          <rect width={`${state}%`} height="8" rx="4" />
        </g>
      )}
      <rect class="gap" x={`${bands.amber.from}%`} width="2" height="8" />
      <rect class="gap" x={`${bands.green.from}%`} width="2" height="8" />
    </svg>
  ),
)

/** The band of a whole score; `toBand` takes hundredths. */
export const toScoreBand = (score: number): Band => toBand(score * 100)
