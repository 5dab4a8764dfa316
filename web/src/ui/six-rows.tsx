import type { SignalName } from '../pages.ts'
import { toBand } from '../rules.ts'
import { useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'

/** The six signals, in the order of all surfaces. */
export const signalOrder: SignalName[] = ['meme', 'creator', 'image', 'name', 'social', 'risk']

/** A signal as far as it is known: its score, null when it isn't measured here, or the word that stands in its place. */
export type RowState = number | null | { words: string }

/** The six signals with their bars; those that are not known yet have a word in place of the number. */
export function SixRows({ states, notMeasured }: { states: Record<SignalName, RowState>; notMeasured: string }) {
  const t = useWords(scoreTerms)
  return (
    <ul class="six-rows">
      {signalOrder.map((name) => (
        <Row key={name} title={t.signals[name].title} state={states[name]} notMeasured={notMeasured} />
      ))}
    </ul>
  )
}

function Row({ title, state, notMeasured }: { title: string; state: RowState; notMeasured: string }) {
  const score = typeof state === 'number' ? state : null
  const words = typeof state === 'object' ? (state?.words ?? notMeasured) : String(state)
  return (
    <li class={score === null ? 'open' : 'known'}>
      <span class="title">{title}</span>
      <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="8" />
        {score !== null && <rect class={toBand(score * 100)} width={Math.max(3, score)} height="8" />}
      </svg>
      <span class="value">{words}</span>
    </li>
  )
}
