import { mark } from '../../../contract/design.ts'

/** In ink, with its dot in accent. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg class="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <path d={mark.line} fill="none" stroke="currentColor" stroke-width={mark.lineWidth} stroke-linecap="round" />
    <circle cx={mark.dot.x} cy={mark.dot.y} r={mark.dot.radius} fill="var(--accent)" />
  </svg>
)
