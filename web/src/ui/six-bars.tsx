import type { ScoreResult, SignalName } from '../api-shapes.ts'
import { formatScore } from '../words/formats.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { SignalBar, type SignalState } from './signal-bar.tsx'

/** The six signals, in the order of all surfaces. */
export const signalOrder: SignalName[] = ['meme', 'creator', 'image', 'name', 'social', 'risk']

export type SignalStates = Record<SignalName, SignalState>

interface SixBarsProps {
  states: SignalStates
  /** `rows`: below each other. `cells`: three side by side, for wide and low places. */
  layout?: 'rows' | 'cells'
}

/** The six signals in short: title, bar and number. */
export const SixBars = ({ states, layout = 'rows' }: SixBarsProps) => (
  <ul class={`six-bars ${layout}`}>
    {signalOrder.map((name) => (
      <OneOfSix key={name} name={name} state={states[name]} />
    ))}
  </ul>
)

/** Of a score's record. */
export const toStates = (signals: ScoreResult['signals']): SignalStates =>
  mapSignals((name) => (signals[name].stub ? null : signals[name].score))

export const mapSignals = (find: (name: SignalName) => SignalState): SignalStates =>
  Object.fromEntries(signalOrder.map((name) => [name, find(name)])) as SignalStates // all six are there

const OneOfSix = ({ name, state }: { name: SignalName; state: SignalState }) => {
  const t = useWords(scoreTerms)
  return (
    <li class={typeof state === 'number' ? 'known' : 'open'}>
      <span class="title">{t.signals[name].title}</span>
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
