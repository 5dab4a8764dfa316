import { bands } from '../../../contract/bands.ts'
import { keepMarkup } from './keep-markup.tsx'
import { toScoreBand } from './words.ts'

/** A signal as far as it is known: its score, null where it isn't measured, or the word that stands in its place. */
export type SignalState = number | null | { words: string }

/**
 * A score from 0 to 100 as a length, with ticks at the thresholds. The lowest is a red sliver; null: hatched, not measured;
 * words: an empty track, not known yet.
 */
export const SignalBar = keepMarkup(({ state }: { state: SignalState }) =>
  state === null ? (
    <span class="signal-bar stub" />
  ) : (
    <svg class="signal-bar" width="100%" height="14" aria-hidden="true">
      <rect class="track" y="3" width="100%" height="8" rx="4" />
      {typeof state === 'number' && (
        <g class={`fill ${toScoreBand(state)}`}>
          <rect y="3" width="4" height="8" rx="2" />
          <rect y="3" width={`${state}%`} height="8" rx="4" />
        </g>
      )}
      <rect class="tick" x={`${bands.amber.from}%`} width="1" height="14" />
      <rect class="tick" x={`${bands.green.from}%`} width="1" height="14" />
    </svg>
  ),
)
