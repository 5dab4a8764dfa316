import type { Fact } from '../api-shapes.ts'
import { FactText } from './fact-text.tsx'

/** Why a signal has its number: its facts with the points of each; without facts, the words of the record. */
export function Reason({ reason, facts }: { reason?: string; facts?: Fact[] | undefined }) {
  if (!facts)
    return (
      <p class="reason" lang="en">
        {reason}
      </p>
    )
  return (
    <ul class="reason">
      {facts.map((fact) => (
        <li key={fact.code}>
          <span>
            <FactText fact={fact} />
          </span>
          <span>{fact.effect !== null && formatPoints(fact.effect)}</span>
        </li>
      ))}
    </ul>
  )
}

/** `+8`, `−5` */
export const formatPoints = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)
