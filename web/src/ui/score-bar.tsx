import { bands } from '../rules.ts'
import { toScoreBand } from './words.ts'

/** A number from 0 to 100 as a length; one that isn't measured is hatched along its whole length and has none. */
export const ScoreBar = ({ score }: { score: number | null }) => (
  <svg class="bar" width="100%" height="8" aria-hidden="true">
    {score === null ? (
      <>
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="hatch" width="1.5" height="6" />
          </pattern>
        </defs>
        <rect class="stub" x="0.5" y="0.5" width="99.7%" height="7" rx="3.5" fill="url(#hatch)" />
      </>
    ) : (
      <>
        <rect class="track" width="100%" height="8" rx="4" />
        <rect class={toScoreBand(score)} width={`${score}%`} height="8" rx="4" />
        <rect class="line" x={`${bands.amber.from}%`} width="1" height="8" />
        <rect class="line" x={`${bands.green.from}%`} width="1" height="8" />
      </>
    )}
  </svg>
)
