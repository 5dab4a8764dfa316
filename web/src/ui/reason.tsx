import type { Fact } from '../../../contract/signals/schemas.ts'
import type { FactWords } from '../words/findings.ts'

/** Why a signal has its number: its facts with the points of each; without facts, the words of the record. */
export function Reason({ reason, facts, words }: { reason?: string; facts?: Fact[] | undefined; words: FactWords }) {
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
          <span>{writeFact(fact, words)}</span>
          <span>{fact.effect !== null && formatPoints(fact.effect)}</span>
        </li>
      ))}
    </ul>
  )
}

/** `+8`, `−5` */
export const formatPoints = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`)

/** A fact in the given words; one without words is shown by its code. */
export function writeFact({ code, values }: Fact, words: FactWords) {
  const write = Object.hasOwn(words, code) ? words[code] : undefined
  return write ? write(values) : <bdi lang="en">{code.replaceAll('_', ' ')}</bdi>
}
