import { bandNames } from '../../../contract/bands.ts'
import type { CreatorProfile } from '../../../contract/schemas/ranking.ts'
import type { CreatorProps } from '../../../contract/props/lists.ts'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import type { Page } from '../page.ts'
import { Address } from '../ui/address.tsx'
import { EmptyCard } from '../ui/cards.tsx'
import { CreatorHistory } from '../ui/creator-history.tsx'
import { CreatorLaunches } from '../ui/creator-launches.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { withQuery } from '../ui/links.tsx'
import { creatorWords } from '../words/creator.ts'
import { formatNumber, plural, shortenHex } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { scoreTerms } from '../words/scores.ts'
import { RecordedTable } from './recorded-table.tsx'

/** A wallet's record: the launches that it signed. */
export const creatorPage: Page<CreatorProps> = {
  head: ({ profile }, { language }) => {
    const t = pickWords(creatorWords, language)
    const launches = plural(language, profile.totalEnrolled, t.launches)
    return {
      title: t.title(shortenHex(profile.creatorAddress)),
      description: t.description(profile.creatorAddress, launches),
    }
  },
  Body: function Creator(props) {
    const { profile, tickets, nextCursor, limit, isFirst, chainId, now } = props
    const t = useWords(creatorWords)
    const { creatorAddress } = profile
    const next = nextCursor && withQuery(`/creator/${creatorAddress}`, { limit, cursor: nextCursor })
    return (
      <div class="creator-page">
        <div class="head">
          <h1>{t.heading}</h1>
          <p class="tags">
            <Address address={creatorAddress} kind="none" chainId={chainId} isWhole />
          </p>
        </div>
        {isFirst && <Summary {...props} />}
        {tickets.length > 0 && (
          <section class="launches-part">
            <h2>{t.signedLaunches}</h2>
            <p class="muted">{t.note}</p>
            <ScoreTable tickets={tickets} now={now} label={t.signedLaunches} leadsToLaunch isOfOneCreator next={next} />
          </section>
        )}
        {tickets.length === 0 && !isFirst && <EmptyCard title={t.end} hint={t.note} />}
        {isFirst && props.recorded.length > 0 && <CreatorRecord {...props} />}
        {isFirst && profile.history.launchpads.length > 0 && <CreatorHistory history={profile.history} />}
      </div>
    )
  },
}

/** What became of the wallet's launches, and how its signed ones scored. */
function Summary({ profile, newest, criticalCount }: CreatorProps) {
  const t = useWords(creatorWords)
  const { history, totalEnrolled } = profile
  return (
    <section class="summary card">
      <CreatorLaunches history={history} newest={newest} />
      {totalEnrolled > 0 && <p class="signed">{useSigned({ ...profile, criticalCount })}</p>}
      {totalEnrolled === 0 && <p class="muted">{t.noneHint}</p>}
    </section>
  )
}

/** `7 signed: 4 green, 3 amber; 1 of them critical` */
function useSigned({ totalEnrolled, bands, criticalCount }: CreatorProfile & { criticalCount: number }): string {
  const t = useWords(creatorWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const parts = bandNames.flatMap((band) =>
    bands[band] > 0 ? [t.ofBand(count(bands[band]), terms.bands[band].toLowerCase())] : [],
  )
  const signed = t.signed(count(totalEnrolled), parts.join(t.comma))
  return criticalCount > 0 ? t.critical(signed, count(criticalCount)) : signed
}

/** The outcomes of the tokens that a wallet launched. */
const CreatorRecord = ({ recorded, now }: CreatorProps) => {
  const t = useWords(recordedWords)
  return (
    <section class="outcomes-part card" id="outcomes" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">{t.creatorTitle}</h2>
      <p>{useSentence(recorded)}</p>
      <RecordedTable launches={recorded} label={t.creatorTitle} now={now} />
    </section>
  )
}

function useSentence(recorded: RecordedLaunch[]): string {
  const t = useWords(recordedWords)
  const language = useLanguage()
  const decided = recorded.map(({ outcomes }) => outcomes.find(({ horizon }) => horizon === '30d')?.outcome ?? null)
  const count = (...names: (string | null)[]) =>
    formatNumber(decided.filter((outcome) => names.includes(outcome)).length, language)
  return t.creatorSentence({
    launched: formatNumber(recorded.length, language),
    due: formatNumber(decided.filter((outcome) => outcome !== null).length, language),
    good: count('graduated', 'alive'),
    bad: count('dead', 'rugged'),
    unknown: count('unknown'),
  })
}
