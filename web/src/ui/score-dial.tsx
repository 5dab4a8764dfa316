import type { ComponentChildren } from 'preact'
import { bands } from '../../../contract/bands.ts'
import { formatScore } from '../words/formats.ts'
import { toScoreBand } from './short-bars.tsx'

interface DialProps {
  /** null: it is being measured. */
  score: number | null
  /** Hollow and grey: not all signals were measured. */
  hasStubs?: boolean
  /** Grey: what happened since, or a critical warning, counts for more. */
  isOld?: boolean
  /** How far apart the score could lie; null: not known. */
  spread?: { lowest: number; highest: number } | null
  /** Below the number. */
  children?: ComponentChildren
}

const center = { x: 104, y: 100 }
const radius = 84
const [amber, green] = [bands.amber.from, bands.green.from]
/** Left free on both sides of a threshold, in points. */
const gap = 0.5
const arcs = [
  { band: 'red', from: 0, to: amber - gap },
  { band: 'amber', from: amber + gap, to: green - gap },
  { band: 'green', from: green + gap, to: 100 },
] as const

/** A score as a number in a half dial, whose arcs are the bands: its own in full colour. */
export const ScoreDial = ({ score, hasStubs = false, isOld = false, spread = null, children }: DialProps) => {
  const [whole, decimals] = score === null ? ['–'] : formatScore(score).split('.')
  const own = score === null ? null : toScoreBand(score)
  const look = findLook({ hasStubs, isOld })
  const around = look === '' && own && spread ? toArc(Math.max(0, spread.lowest), Math.min(100, spread.highest)) : null
  return (
    <div class={`score-dial ${look}`}>
      <svg viewBox="0 0 208 108" width="208" height="108" aria-hidden="true">
        {around && <path class={`around ${own}`} d={around} />}
        {around && <path class={`spread ${own}`} d={around} />}
        {arcs.map(({ band, from, to }) => (
          <path
            key={band}
            class={`arc ${band} ${band === own ? 'own' : 'other'}`}
            d={toArc(from, to)}
            pathLength="100"
          />
        ))}
        {score !== null && <Hand score={score} />}
      </svg>
      <p class={score === null ? 'number waiting' : 'number'} data-number={score === null ? undefined : ''}>
        {whole}
        {decimals && <small>.{decimals}</small>}
      </p>
      {children && <p class="of">{children}</p>}
    </div>
  )
}

const Hand = ({ score }: { score: number }) => {
  const [x, y] = toPoint(score)
  return <circle class="hand" cx={x} cy={y} r="8.5" />
}

function findLook({ hasStubs, isOld }: { hasStubs: boolean; isOld: boolean }): string {
  if (hasStubs) return 'hollow'
  return isOld ? 'old' : ''
}

function toPoint(score: number): [x: number, y: number] {
  const angle = Math.PI * (1 - score / 100)
  return [round(center.x + radius * Math.cos(angle)), round(center.y - radius * Math.sin(angle))]
}

function toArc(from: number, to: number): string {
  return `M${toPoint(from).join(' ')}A${radius} ${radius} 0 0 1 ${toPoint(to).join(' ')}`
}

const round = (value: number): number => Math.round(value * 100) / 100
