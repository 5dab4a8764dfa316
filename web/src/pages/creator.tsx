import { bandNames } from '../../../contract/bands.ts'
import type { CreatorProfile } from '../../../contract/schemas/ranking.ts'
import type { CreatorProps } from '../../../contract/props/lists.ts'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import type { Page } from '../page.ts'
import { Address } from '../ui/address.tsx'
import { BandChip, CriticalCount } from '../ui/chips.tsx'
import { EmptyCard } from '../ui/cards.tsx'
import { CreatorHistory } from '../ui/creator-history.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { withQuery } from '../ui/links.tsx'
import { creatorWords } from '../words/creator.ts'
import { historyWords } from '../words/history.ts'
import { formatNumber, plural, shortenHex } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { trackRecordWords } from '../words/track-record.ts'
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
    const { creatorAddress, totalEnrolled } = profile
    const next = nextCursor && withQuery(`/creator/${creatorAddress}`, { limit, cursor: nextCursor })
    return (
      <div class="creator-page">
        <div class="head">
          <h1>{t.heading}</h1>
          <p class="tags">
            <Address address={creatorAddress} kind="none" chainId={chainId} isWhole />
            <a href={`/api/v1/creator/${creatorAddress}`}>{t.json}</a>
          </p>
        </div>
        {isFirst && <CreatorHistory history={profile.history} />}
        {totalEnrolled > 0 && <Record {...profile} criticalCount={props.criticalCount} />}
        {isFirst && (totalEnrolled > 0 || props.recorded.length > 0) && <CreatorRecord {...props} />}
        <section class="launches-part">
          <h2>{t.signedLaunches}</h2>
          {tickets.length > 0 ? (
            <>
              <p class="muted">{t.note}</p>
              <ScoreTable tickets={tickets} now={now} label={t.signedLaunches} leadsToLaunch next={next} />
            </>
          ) : (
            <Nothing isFirst={isFirst} />
          )}
        </section>
        <WalletSearch />
      </div>
    )
  },
}

/** Any wallet has a page, scored or not. */
const WalletSearch = () => {
  const t = useWords(historyWords)
  return (
    <form class="wallet-search" action="/creator" role="search" aria-label={t.search}>
      <label>
        {t.address}
        <input name="address" class="mono" required placeholder="0x…" autocomplete="off" spellcheck={false} />
      </label>
      <button class="btn">{t.look}</button>
    </form>
  )
}

type RecordProps = Omit<CreatorProfile, 'history'> & { criticalCount: number }

/** How many launches of each band, behind those with a critical warning (D59). */
function Record({ totalEnrolled, bands: counts, criticalCount }: RecordProps) {
  const t = useWords(creatorWords)
  const language = useLanguage()
  return (
    <section class="record card">
      <h2>{t.record}</h2>
      <p class="total">{plural(language, totalEnrolled, t.launches)}</p>
      <CriticalCount count={criticalCount} />
      <BandShares counts={counts} total={totalEnrolled} />
      <ul>
        {bandNames.map((band) => (
          <li key={band}>
            <BandChip band={band} />
            <strong>{formatNumber(counts[band], language)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Hidden from screen readers: the numbers are in the text beside it. */
function BandShares({ counts, total }: { counts: CreatorProfile['bands']; total: number }) {
  const toX = (count: number) => `${Math.round((count / total) * 10_000) / 100}%`
  return (
    <svg class="shares" width="100%" height="8" aria-hidden="true">
      <rect class="red" width="100%" height="8" />
      <rect class="amber" width={toX(counts.green + counts.amber)} height="8" />
      <rect class="green" width={toX(counts.green)} height="8" />
    </svg>
  )
}

function Nothing({ isFirst }: { isFirst: boolean }) {
  const t = useWords(creatorWords)
  if (!isFirst) return <EmptyCard title={t.end} hint={t.note} />
  const score = (
    <a class="btn" href="/#score">
      {t.score}
    </a>
  )
  return <EmptyCard title={t.none} hint={t.noneHint} actions={score} />
}

/** The outcomes of the tokens that a wallet launched. */
const CreatorRecord = ({ recorded, observing, now }: CreatorProps) => {
  const t = useWords(recordedWords)
  const { notObserved } = useWords(trackRecordWords)
  return (
    <section class="outcomes-part card" id="outcomes" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">{t.creatorTitle}</h2>
      {!observing && <p class="muted">{notObserved}</p>}
      {observing && recorded.length === 0 && <p class="muted">{t.creatorNone}</p>}
      {recorded.length > 0 && (
        <>
          <p>{useSentence(recorded)}</p>
          <p class="muted">{t.creatorNote}</p>
          <RecordedTable launches={recorded} label={t.creatorTitle} now={now} />
        </>
      )}
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
