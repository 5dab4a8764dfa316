import { bands } from '../../../contract/bands.ts'
import { formatScore } from '../words/formats.ts'

interface DialProps {
  score: number
  /** Hollow and grey: not all signals were measured. */
  hasStubs?: boolean
  /** How far apart the score could lie; null: not known. */
  spread?: { lowest: number; highest: number } | null
}

const center = { x: 95, y: 92 }
const radius = 80
const [amber, green] = [bands.amber.from, bands.green.from]
/** Left free on both sides of a threshold, in points. */
const gap = 0.4

/** A score as a number in a half dial, whose arcs are the bands. */
export const ScoreDial = ({ score, hasStubs = false, spread = null }: DialProps) => {
  const [whole, decimals] = formatScore(score).split('.')
  const [x, y] = toPoint(score, radius)
  return (
    <div class={hasStubs ? 'score-dial hollow' : 'score-dial'}>
      <svg viewBox="0 0 190 100" width="190" height="100" aria-hidden="true">
        <path class="arc red" d={toArc(0, amber - gap)} pathLength="100" />
        <path class="arc amber" d={toArc(amber + gap, green - gap)} pathLength="100" />
        <path class="arc green" d={toArc(green + gap, 100)} pathLength="100" />
        {spread && <path class="spread" d={toArc(spread.lowest, spread.highest, radius - 10)} />}
        <circle class="hand" cx={x} cy={y} r="8.5" />
      </svg>
      <p class="number" data-number>
        {whole}
        {decimals && <small>.{decimals}</small>}
      </p>
    </div>
  )
}

function toPoint(score: number, distance: number): [x: number, y: number] {
  const angle = Math.PI * (1 - score / 100)
  return [round(center.x + distance * Math.cos(angle)), round(center.y - distance * Math.sin(angle))]
}

function toArc(from: number, to: number, distance = radius): string {
  return `M${toPoint(from, distance).join(' ')}A${distance} ${distance} 0 0 1 ${toPoint(to, distance).join(' ')}`
}

const round = (value: number): number => Math.round(value * 100) / 100
