import type { RecordedList, TrackRecord } from '../../../../contract/props/track-record.ts'
import { EmptyCard } from '../../ui/empty-card.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Shape } from '../../ui/shape.tsx'
import { withQuery } from '../../ui/with-query.ts'
import { useWords } from '../../words/language.ts'
import { recordedWords } from '../../words/recorded.ts'
import { scoreTerms } from '../../words/scores.ts'
import { trackRecordWords } from '../../words/track-record.ts'
import { RecordedTable } from './recorded-table.tsx'

interface EveryLaunchProps {
  list: RecordedList
  horizon: TrackRecord['horizon']
}

/** Every launch of the record, newest first, with filters of which none is chosen beforehand. */
export const EveryLaunch = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { entries, nextCursor, isFirst, now } = list
  const toHref = (over: Choices) => hrefOf({ ...list, horizon, ...over })
  const isFiltered = list.band !== null || list.outcome !== null || list.population !== null
  return (
    <section class="card" id="launches" aria-labelledby="every-launch">
      <h2 id="every-launch">{t.title}</h2>
      <p class="muted">{t.note}</p>
      <Filters list={list} horizon={horizon} />
      {entries.length > 0 ? (
        <RecordedTable launches={entries} label={t.title} now={now} />
      ) : (
        <EmptyCard
          title={isFiltered || !isFirst ? t.noneHere : t.none}
          hint={isFiltered || !isFirst ? t.noneHereHint : t.noneHint}
        />
      )}
      <p class="ways">
        {isFiltered && <a href={toHref({ band: null, outcome: null, population: null })}>{t.clear}</a>}
        {!isFirst && <a href={toHref({})}>{t.newest}</a>}
        {nextCursor !== null && (
          <a class="btn" href={toHref({ cursor: nextCursor })} rel="next">
            {t.older}
          </a>
        )}
      </p>
    </section>
  )
}

type Choices = Partial<Pick<RecordedList, 'band' | 'outcome' | 'population' | 'version'>> & { cursor?: string | null }

const hrefOf = ({
  horizon,
  band = null,
  outcome = null,
  population = null,
  version = null,
  cursor = null,
}: { horizon: string } & Choices) =>
  `${withQuery('/track-record', { horizon: horizon === '30d' ? null : horizon, population, version, band, outcome, cursor })}#launches`

const bands = ['green', 'amber', 'red'] as const
const outcomes = ['graduated', 'alive', 'dead', 'rugged', 'unknown', 'open'] as const
const populations = ['committed', 'observed'] as const

const Filters = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { spans, outcomeNames } = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const titles = { ...outcomeNames, all: t.all, open: t.open }
  const toHref = (over: Choices) => hrefOf({ ...list, horizon, ...over })
  const bandWords = (band: (typeof bands)[number]) => (
    <>
      <Shape of={band} /> {terms.bands[band]}
    </>
  )
  return (
    <div class="filters">
      <Segments
        label={t.band}
        segments={[null, ...bands].map((band) => ({
          title: band === null ? t.all : bandWords(band),
          href: toHref({ band }),
          isChosen: band === list.band,
        }))}
      />
      <Segments
        label={t.outcome(spans[horizon])}
        segments={[null, ...outcomes].map((outcome) => ({
          title: titles[outcome ?? 'all'],
          href: toHref({ outcome }),
          isChosen: outcome === list.outcome,
        }))}
      />
      <Segments
        label={t.population}
        segments={[null, ...populations].map((population) => ({
          title: population === null ? t.all : t.populations[population],
          href: toHref({ population }),
          isChosen: population === list.population,
        }))}
      />
    </div>
  )
}
