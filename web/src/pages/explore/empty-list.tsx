import type { ExploreProps } from '../../../../contract/props/lists.ts'
import { EmptyCard } from '../../ui/empty-card.tsx'
import { exploreWords } from '../../words/explore.ts'
import { formatList } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { pickSignalTitle } from '../../words/signals.ts'

/** Why the list is empty, and what would fill it. */
export function EmptyList({
  tab,
  isFirst,
  band,
  window,
  isSigned,
  when,
  pending,
  graduates,
  clearHref,
}: ExploreProps & { clearHref: string }) {
  const { empty, ...t } = useWords(exploreWords)
  const language = useLanguage()
  const score = (
    <a class="btn pri" href="/#score">
      {t.score}
    </a>
  )
  const clear = (
    <a class="btn" href={clearHref}>
      {t.clear}
    </a>
  )
  if (tab === 'graduated')
    return graduates?.observing ? (
      <EmptyCard title={empty.graduated} hint={empty.graduatedHint} />
    ) : (
      <EmptyCard title={t.graduates.notObserved} />
    )
  if (!isFirst) return <EmptyCard title={empty.end} hint={empty.endHint} />
  if (band !== null || isSigned) return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={clear} />
  if (pending.length > 0) {
    const names = formatList(
      pending.map((signal) => pickSignalTitle(signal, language)),
      language,
    )
    return <EmptyCard title={t.notMeasured(names)} hint={t.notMeasuredHint} actions={score} />
  }
  if (when === 'past' || when === 'all')
    return <EmptyCard title={empty.launches} hint={empty.launchesHint} actions={score} />
  if (when) {
    const all = (
      <a class="btn" href="/launches?when=all">
        {empty.seeAllLaunches}
      </a>
    )
    return <EmptyCard title={empty.upcoming} hint={empty.upcomingHint} actions={all} />
  }
  if (window !== 'all')
    return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={<AllTime tab={tab} />} />
  return <EmptyCard title={empty.scores} hint={empty.scoresHint} actions={score} />
}

function AllTime({ tab }: Pick<ExploreProps, 'tab'>) {
  const t = useWords(exploreWords)
  return (
    <a class="btn" href={tab === 'lowest' ? '/leaderboards?tab=lowest&window=all' : '/leaderboards?window=all'}>
      {t.windows.all}
    </a>
  )
}
