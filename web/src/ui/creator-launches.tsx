import { findChainName } from '../../../contract/chains.ts'
import type { CreatorLaunches as Launches } from '../../../contract/props/score.ts'
import { formatDate, formatList, formatNumber, plural } from '../words/formats.ts'
import { historyWords } from '../words/history.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { OutcomeSquare } from './chips.tsx'

/** What a wallet launched, in a sentence, a square for each launch, and where they came from. */
export const CreatorLaunches = ({ history, newest }: Launches) => {
  const t = useWords(historyWords)
  const language = useLanguage()
  const { launched, isRelayer } = history
  if (isRelayer) return <p>{t.relayer(formatNumber(launched.all, language))}</p>
  if (launched.all === 0)
    return (
      <div class="creator-launches">
        <p class="count">{t.noneFound}</p>
        <p class="where">{useCoverage(history)}</p>
      </div>
    )
  const more = launched.all - newest.length
  return (
    <div class="creator-launches">
      <p class="count">{useSentence({ history, newest })}</p>
      <ul>
        {newest.map((outcome, at) => (
          // two launches may have the same outcome, and they never move
          // oxlint-disable-next-line no-array-index-key
          <li key={at}>
            <OutcomeSquare outcome={outcome} />
          </li>
        ))}
        {more > 0 && <li class="more-launches">{`+ ${formatNumber(more, language)}`}</li>}
      </ul>
      <p class="where">{useSources(history)}</p>
    </div>
  )
}

/** `4 launches, 3 alive after 7 days`; of a single launch, what became of it. */
function useSentence({ history, newest }: Launches): string {
  const t = useWords(historyWords)
  const { outcomes } = useWords(scoreTerms)
  const language = useLanguage()
  const { launched, knownFrom7Days, aliveFrom7Days } = history
  const count = plural(language, launched.all, t.launches)
  const [only] = newest
  if (launched.all === 1 && only !== undefined && only !== 'unknown')
    return t.joined(count, outcomes[only].toLowerCase())
  if (knownFrom7Days === 0) return count
  const [alive, known] = [aliveFrom7Days, knownFrom7Days].map((n) => formatNumber(n, language)) as [string, string]
  return t.joined(count, knownFrom7Days === launched.all ? t.aliveAfter(alive) : t.aliveOf(alive, known))
}

/** `2 on Clanker, 1 on Zora, 1 own contract` */
function useSources({ launchpads }: Launches['history']): string {
  const t = useWords(historyWords)
  const language = useLanguage()
  const counts = new Map<string | null, number>()
  for (const { name, launched } of launchpads) counts.set(name, (counts.get(name) ?? 0) + launched)
  const [first, ...others] = [...counts]
  if (first && others.length === 0 && first[0] !== null && first[1] > 1) return t.allOn(first[0])
  return [...counts]
    .map(([name, n]) =>
      name === null ? plural(language, n, t.ownContracts) : t.onLaunchpad(formatNumber(n, language), name),
    )
    .join(t.comma)
}

/** Says on which chains launchpads were read, and on which they weren't. */
export function useCoverage({ coverage, notAsked }: Pick<Launches['history'], 'coverage' | 'notAsked'>): string {
  const t = useWords(historyWords)
  const language = useLanguage()
  if (coverage.length === 0) return t.noCoverage
  const spans = coverage.map(({ chainId, from }) => t.since(findChainName(chainId), formatDate(from, language)))
  const unread = notAsked.flatMap((gap) => {
    const [what, chain] = gap.split(':')
    return what === 'launches' ? [findChainName(Number(chain))] : []
  })
  const read = t.coverage(formatList(spans, language))
  return unread.length === 0 ? read : `${read} ${t.unread(formatList(unread, language))}`
}
