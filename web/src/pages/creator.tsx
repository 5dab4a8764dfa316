import type { Page } from '../page.ts'
import type { CreatorProfile } from '../../../contract/schemas/ranking.ts'
import type { CreatorProps } from '../../../contract/props/lists.ts'
import { Address } from '../ui/address.tsx'
import { BandChip } from '../ui/band-chip.tsx'
import { CriticalCount } from '../ui/critical-count.tsx'
import { EmptyCard } from '../ui/empty-card.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { withQuery } from '../ui/with-query.ts'
import { creatorWords } from '../words/creator.ts'
import { formatNumber, plural, shortenHex } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { CreatorRecord } from './creator-record.tsx'

const bands = ['green', 'amber', 'red'] as const

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
      </div>
    )
  },
}

type RecordProps = CreatorProfile & { criticalCount: number }

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
        {bands.map((band) => (
          <li key={band}>
            <BandChip band={band} />
            <strong>{formatNumber(counts[band], language)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The numbers are said beside it. */
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
