import type { ScoreResult, SignalName } from '../../pages.ts'
import { toScoreBand } from '../words.ts'
import { formatScore } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'
import { scoreTerms } from '../../words/scores.ts'

const names: SignalName[] = ['meme', 'creator', 'image', 'name', 'social', 'risk']

/** The six signals in small. A zero is a red sliver, and what isn't measured is hollow. */
export const SixBars = ({ signals }: Pick<ScoreResult, 'signals'>) => (
  <ul class="six-bars">
    {names.map((name) => (
      <SmallBar key={name} name={name} {...signals[name]} />
    ))}
  </ul>
)

const SmallBar = ({ name, score, stub }: { name: SignalName; score: number; stub: boolean }) => {
  const terms = useWords(scoreTerms)
  const t = useWords(launchWords)
  return (
    <li>
      <span class="bar-name">{terms.signals[name].title}</span>
      <span class="bar-score">
        {stub ? <span class="unseen">{t.notMeasured}</span> : formatScore(score)}
        {stub && <span aria-hidden="true">–</span>}
      </span>
      <svg width="100%" height="6" aria-hidden="true">
        <rect class={stub ? 'hollow' : 'track'} width="100%" height="6" rx="3" />
        {!stub && <rect class={`fill ${toScoreBand(score)}`} width={`${Math.max(score, 4)}%`} height="6" rx="3" />}
      </svg>
    </li>
  )
}
