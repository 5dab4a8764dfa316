import { bandOfNumber, points } from './words.ts'

/** The scale from 0 to 100 with its two lines, and where a score stands on it. */
export const Ruler = ({ score }: { score?: number }) => (
  <div class="ruler">
    <svg width="100%" height="34" aria-hidden="true">
      <rect class="red" x="0" y="14" width="45%" height="6" />
      <rect class="amber" x="45%" y="14" width="25%" height="6" />
      <rect class="green" x="70%" y="14" width="30%" height="6" />
      {ticks.map((at) => (
        <line key={at} x1={`${at}%`} x2={`${at}%`} y1="22" y2={at % 50 === 0 ? '32' : '27'} />
      ))}
      {score !== undefined && (
        <svg x={`${score}%`} overflow="visible">
          <path class={`hand ${bandOfNumber(score)}`} d="M0 21l-7 -12v-6h14v6z" />
        </svg>
      )}
    </svg>
    <ol aria-hidden="true">
      <li>0</li>
      <li class="at-45">45</li>
      <li class="at-70">70</li>
      <li class="at-100">100</li>
    </ol>
    <p class="unseen">
      {score === undefined ? '' : `${points(score)} of 100. `}Red is below 45, amber from 45, green from 70. Higher is
      better.
    </p>
  </div>
)

const ticks = [...Array(11).keys()].map((n) => n * 10)
