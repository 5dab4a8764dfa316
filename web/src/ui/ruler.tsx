import { bands } from '../rules.ts'
import { toScoreBand, points } from './words.ts'

const [amber, green] = [bands.amber.from, bands.green.from]

/** The scale from 0 to 100 with its two lines, and where a score stands on it. */
export const Ruler = ({ score }: { score?: number }) => (
  <div class="ruler">
    <svg width="100%" height="34" aria-hidden="true">
      <rect class="red" x="0" y="14" width={`${amber}%`} height="6" />
      <rect class="amber" x={`${amber}%`} y="14" width={`${green - amber}%`} height="6" />
      <rect class="green" x={`${green}%`} y="14" width={`${100 - green}%`} height="6" />
      {ticks.map((at) => (
        <line key={at} x1={`${at}%`} x2={`${at}%`} y1="22" y2={at % 50 === 0 ? '32' : '27'} />
      ))}
      {score !== undefined && (
        <svg x={`${score}%`} overflow="visible">
          <path class={`hand ${toScoreBand(score)}`} d="M0 21l-7 -12v-6h14v6z" />
        </svg>
      )}
    </svg>
    <ol aria-hidden="true">
      <li>0</li>
      <li class="at-amber">{amber}</li>
      <li class="at-green">{green}</li>
      <li class="at-100">100</li>
    </ol>
    <p class="unseen">
      {score === undefined ? '' : `${points(score)} of 100. `}Red is below {amber}, amber from {amber}, green from{' '}
      {green}. Higher is better.
    </p>
  </div>
)

const ticks = [...Array(11).keys()].map((n) => n * 10)
