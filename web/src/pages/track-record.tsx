import { bandNames } from '../../../contract/bands.ts'
import { launchOutcomes } from '../../../contract/codes.ts'
import type { Page } from '../page.ts'
import type {
  RecordedList,
  SurvivalCurve,
  TrackRecord,
  TrackRecordProps,
} from '../../../contract/props/track-record.ts'
import type { Site } from '../../../contract/props/site.ts'
import { Command } from '../ui/command.tsx'
import { EmptyCard } from '../ui/cards.tsx'
import { Shape } from '../ui/chips.tsx'
import { DataTable, Segments } from '../ui/data-table.tsx'
import { withQuery } from '../ui/links.tsx'
import { formatDate, formatDateTime, formatNumber, formatPercent } from '../words/formats.ts'
import { historyWords } from '../words/history.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { scoreTerms } from '../words/scores.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { RecordedTable } from './recorded-table.tsx'

/** Known launches from which a band has a share. */
const minBand = 10

const horizons = ['24h', '7d', '30d', '90d'] as const

/** The outcomes of scored launches, as of the last sealed day. */
export const trackRecordPage: Page<TrackRecordProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(trackRecordWords, language)
    return { title, description }
  },
  Body: (props) => {
    const { record, site, firstDueAt } = props
    const t = useWords(trackRecordWords)
    const language = useLanguage()
    const isEmpty = !record.observing && record.asOf === null
    return (
      <div class="track-record-page">
        <header>
          <h1>{t.title}</h1>
          {isEmpty ? <p>{t.notObserved}</p> : <p class="lead">{useSentence(record)}</p>}
          {!isEmpty && firstDueAt !== null && <p>{t.firstDue(formatDate(firstDueAt, language), minBand)}</p>}
          {!isEmpty && (
            <p class="muted">
              {record.asOf === null ? t.waiting : t.asOf(formatDateTime(record.asOf, language))}
              {record.asOf !== null && ` · ${t.counted} · ${record.attribution}`}
            </p>
          )}
        </header>
        {!isEmpty && <Figures {...props} site={site} />}
        <Creators figures={props.creators} />
      </div>
    )
  },
}

function useSentence({ funnel, outcomes, horizon }: TrackRecord): string {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  return t.sentence({
    scored: count(funnel.scored),
    launched: count(funnel.launched),
    due: count(funnel.due),
    good: count(outcomes.graduated + outcomes.alive),
    bad: count(outcomes.dead + outcomes.rugged),
    unknown: count(funnel.unknown),
    span: t.spans[horizon],
  })
}

const Figures = ({ record, cohorts, launches, site }: TrackRecordProps & { site: Site }) => {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const { needs } = record
  const { anchored, untraded, neverLaunched } = record.funnel
  const count = (n: number) => formatNumber(n, language)
  return (
    <>
      <Horizons horizon={record.horizon} version={launches.version} />
      {cohorts.length > 1 && <Cohorts record={record} cohorts={cohorts} />}
      <section class="card" aria-labelledby="funnel">
        <h2 id="funnel">{t.funnel}</h2>
        <Funnel {...record} />
        <p class="muted">
          {t.asides({ anchored: count(anchored), untraded: count(untraded), neverLaunched: count(neverLaunched) })}
        </p>
        <h3>{t.bandSteps}</h3>
        <BandSteps bands={record.bands} />
        <p class="muted">{t.stepNote}</p>
      </section>
      <section class="card" aria-labelledby="bands">
        <h2 id="bands">{t.bands}</h2>
        {record.bands.some(({ share }) => share !== null) && <p class="muted">{t.bandNote}</p>}
        <BandShares bands={record.bands} />
      </section>
      <section class="card" aria-labelledby="survival">
        <h2 id="survival">{t.survival}</h2>
        {record.survival ? (
          <SurvivalFigure curves={record.survival} />
        ) : (
          <p>{t.needs(count(needs.known), count(needs.good), count(needs.bad))}</p>
        )}
      </section>
      <EveryLaunch list={launches} horizon={record.horizon} />
      <Check url={site.url} />
      <section class="card" aria-labelledby="notes">
        <h2 id="notes">{t.notesTitle}</h2>
        <ul>
          {t.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** How launches went by their creator's history; needs no scores. */
const Creators = ({ figures }: { figures: TrackRecordProps['creators'] }) => {
  const { figures: t } = useWords(historyWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const rows = figures.groups.map(({ group, known, unknown, alive, share, interval }) => ({
    key: group,
    cells: [
      t.groups[group],
      count(known),
      count(unknown),
      count(alive),
      share === null ? t.tooFew(count(figures.minKnown)) : formatPercent(share, language),
      interval === null ? '–' : interval.map((end) => formatPercent(end, language)).join(' – '),
    ],
  }))
  if (!figures.observing && figures.asOf === null) return null
  return (
    <section class="card" id="creators" aria-labelledby="creators-title">
      <h2 id="creators-title">{t.title}</h2>
      <p class="muted">{t.note}</p>
      <DataTable label={t.title} columns={Object.values(t.columns)} rows={rows} />
      <p class="muted">
        {figures.asOf === null ? t.waiting : t.asOf(formatDateTime(figures.asOf, language))} · {figures.attribution} ·{' '}
        <a href="/api/v1/track-record/creators">{t.json}</a> ·{' '}
        <a href="/api/v1/track-record/creators/samples">{t.samples}</a>
      </p>
    </section>
  )
}

/** How readers compute the figures themselves. */
const Check = ({ url }: { url: string }) => {
  const t = useWords(trackRecordWords)
  return (
    <section class="card" aria-labelledby="check">
      <h2 id="check">{t.check}</h2>
      <p>{t.checkNote}</p>
      <Command text={`npx launchscore outcome recompute --url ${url}`} what={t.command} />
      <ul class="files">
        <li>
          <a href="/api/v1/track-record/days">{t.daysList}</a>
        </li>
        <li>
          <a href="/api/v1/track-record/export.csv">CSV</a>
        </li>
        <li>
          <a href="/api/v1/track-record/export.ndjson">NDJSON</a>
        </li>
      </ul>
    </section>
  )
}

/** A chosen prompt version stays; filters of the list of launches don't. */
const Horizons = ({ horizon, version }: Pick<TrackRecord, 'horizon'> & Pick<RecordedList, 'version'>) => {
  const t = useWords(trackRecordWords)
  return (
    <nav aria-label={t.after}>
      <ul class="horizons">
        {horizons.map((one) => (
          <li key={one}>
            <a
              class="btn sm"
              href={withQuery('/track-record', { horizon: one, version })}
              aria-current={one === horizon ? 'page' : undefined}
            >
              {t.spans[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Launches of different prompt versions are never added up, so each has figures of its own. */
const Cohorts = ({ record: { horizon, version }, cohorts }: Pick<TrackRecordProps, 'record' | 'cohorts'>) => {
  const t = useWords(trackRecordWords)
  return (
    <nav class="cohorts" aria-label={t.cohorts}>
      <span class="muted">{t.cohorts}</span>
      <ul class="horizons">
        {cohorts.map(({ major, isActive }) => (
          <li key={major}>
            <a
              class="btn sm"
              href={withQuery('/track-record', { horizon, version: isActive ? null : major })}
              aria-current={major === version ? 'page' : undefined}
            >
              {major}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const steps = ['scored', 'enrolled', 'launched', 'traded', 'due', 'known', 'unknown'] as const

/** The counts as bars, each with its number; the unknown ones are hatched. */
const Funnel = ({ funnel, outcomes }: TrackRecord) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const rows = [
    ...steps.map((name) => ({ name, label: t.steps[name], count: funnel[name] })),
    ...launchOutcomes.map((name) => ({ name, label: terms.outcomes[name], count: outcomes[name] })),
  ]
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const language = useLanguage()
  return (
    <dl class="funnel">
      {rows.map(({ name, label, count }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <svg width="100%" height="12" aria-hidden="true">
              <rect class={name} width={`${(100 * count) / most}%`} height="12" />
            </svg>
            <span>{formatNumber(count, language)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The funnel of each band: it shows who launched. */
const BandSteps = ({ bands }: Pick<TrackRecord, 'bands'>) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const rows = bands.map((figures) => ({
    key: figures.band,
    cells: [terms.bands[figures.band], ...steps.map((name) => formatNumber(figures[name], language))],
  }))
  const columns = [t.stepColumns.band, ...steps.map((name) => t.stepColumns[name])]
  return <DataTable label={t.bandSteps} columns={columns} rows={rows} />
}

type BandFigures = TrackRecord['bands'][number]

/** The share of good outcomes of each band, as a drawing in each row of the table with its figures. */
const BandShares = ({ bands }: Pick<TrackRecord, 'bands'>) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const columns = t.bandColumns
  const rows = bands.map((figures) => ({
    key: figures.band,
    cells: [
      terms.bands[figures.band],
      formatNumber(figures.known, language),
      <Unknown key="unknown" {...figures} />,
      formatNumber(figures.good, language),
      <Share key="share" {...figures} />,
      figures.interval === null ? '–' : figures.interval.map((end) => formatPercent(end, language)).join(' – '),
    ],
  }))
  return (
    <>
      <DataTable label={t.bands} columns={Object.values(columns)} rows={rows} />
      {listOverlaps(bands).map(([one, other]) => (
        <p key={`${one} ${other}`}>{t.overlap(terms.bands[one], terms.bands[other])}</p>
      ))}
    </>
  )
}

/** From this share on, the unknown could change what the known ones show. */
const minMarked = 0.1

const Unknown = ({ unknown, due }: BandFigures) => {
  const language = useLanguage()
  if (due === 0) return <>–</>
  const share = unknown / due
  const text = `${formatNumber(unknown, language)} (${formatPercent(share, language)})`
  return share < minMarked ? <>{text}</> : <strong>{text}</strong>
}

/** The pairs of bands that the known launches tell apart, but not the unknown ones at their best or worst. */
function listOverlaps(bands: BandFigures[]): [BandFigures['band'], BandFigures['band']][] {
  return bands.flatMap((one, index) =>
    bands.slice(index + 1).flatMap((other): [BandFigures['band'], BandFigures['band']][] => {
      if (one.bounds === null || other.bounds === null || one.share === other.share) return []
      const overlap = one.bounds[0] <= other.bounds[1] && other.bounds[0] <= one.bounds[1]
      return overlap ? [[one.band, other.band]] : []
    }),
  )
}

const Share = ({ band, share, interval, bounds }: BandFigures) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  if (share === null || interval === null) return <span class="muted">{t.tooFew}</span>
  const [low, high] = interval
  const label = t.sharesOf(
    terms.bands[band],
    ...([share, low, high].map((one) => formatPercent(one, language)) as Ends),
  )
  return (
    <>
      {formatPercent(share, language)}
      <svg class="share-line" width="100%" height="16" role="img" aria-label={label}>
        {bounds && <line class="bounds" x1={percent(bounds[0])} x2={percent(bounds[1])} y1="14" y2="14" />}
        <line class="interval" x1={percent(low)} x2={percent(high)} y1="8" y2="8" />
        <circle cx={percent(share)} cy="8" r="4" />
      </svg>
    </>
  )
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`

type Ends = [share: string, low: string, high: string]

const [width, height, lastDay] = [600, 200, 83]

/** The share of living launches by day, a step curve per band, and a table with the medians. The last week is not drawn. */
const SurvivalFigure = ({ curves }: { curves: SurvivalCurve[] }) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const rows = curves.map(({ band, launches, median, atRisk }) => ({
    key: band,
    cells: [
      terms.bands[band],
      formatNumber(launches, language),
      median === null ? t.longer : t.days(formatNumber(median, language)),
      riskDays.map((day, at) => `${day}: ${formatNumber(atRisk[at] ?? 0, language)}`).join(', '),
    ],
  }))
  return (
    <figure>
      <figcaption class="muted">{t.survivalNote}</figcaption>
      <div class="scroll" role="group" aria-label={t.survivalChart} tabIndex={0}>
        <svg class="survival" viewBox={`-40 -8 ${width + 100} ${height + 36}`} role="img" aria-label={t.survivalChart}>
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line class="grid" x1="0" x2={width} y1={toY(share)} y2={toY(share)} />
              <text x="-8" y={toY(share) + 4} text-anchor="end">{`${100 * share}%`}</text>
            </g>
          ))}
          {[0, 7, 30, 60].map((day) => (
            <text key={day} x={toX(day)} y={height + 20} text-anchor="middle">
              {day}
            </text>
          ))}
          {curves.map((curve, place) => (
            <Curve key={curve.band} {...curve} place={place} />
          ))}
        </svg>
      </div>
      <DataTable label={t.survival} columns={Object.values(t.survivalColumns)} rows={rows} />
    </figure>
  )
}

const toX = (day: number) => Math.round((width * Math.min(day, lastDay)) / lastDay)
const toY = (share: number) => Math.round(height * (1 - share))

/** The days whose numbers at risk the record has. */
const riskDays = [0, 7, 30, 60, 90]

/** Where a curve ends: nobody was observed for longer. */
const findEnd = ({ atRisk, points }: SurvivalCurve): number => {
  const lastAtRisk = riskDays.findLast((_day, at) => (atRisk[at] ?? 0) > 0) ?? 0
  return Math.min(lastDay, Math.max(lastAtRisk, points.at(-1)?.day ?? 0))
}

interface CurveProps extends SurvivalCurve {
  /** Its place in the list: letters of curves that end together stand side by side. */
  place: number
}

// Each curve has a letter too, because colour alone isn't accessible.
const Curve = ({ place, ...curve }: CurveProps) => {
  const { band, points, median } = curve
  const terms = useWords(scoreTerms)
  const shown = points.filter(({ day }) => day <= lastDay)
  const path = shown.reduce((d, { day, living }) => `${d} H ${toX(day)} V ${toY(living)}`, `M 0 ${toY(1)}`)
  const end = toX(findEnd(curve))
  return (
    <g class={`curve ${band}`}>
      <path d={`${path} H ${end}`} />
      {median !== null && median <= lastDay && <circle cx={toX(median)} cy={toY(0.5)} r="4" />}
      <text x={end + 4 + 16 * place} y={toY(shown.at(-1)?.living ?? 1) + 4}>
        {terms.bands[band].slice(0, 1)}
      </text>
    </g>
  )
}

interface EveryLaunchProps {
  list: RecordedList
  horizon: TrackRecord['horizon']
}

/** Every launch of the record, newest first, with filters of which none is chosen beforehand. */
const EveryLaunch = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { entries, nextCursor, isFirst, now } = list
  const toHref = (over: Choices) => hrefOf({ ...list, horizon, ...over })
  const isFiltered = list.band !== null || list.outcome !== null
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
        {isFiltered && <a href={toHref({ band: null, outcome: null })}>{t.clear}</a>}
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

type Choices = Partial<Pick<RecordedList, 'band' | 'outcome' | 'version'>> & { cursor?: string | null }

const hrefOf = ({
  horizon,
  band = null,
  outcome = null,
  version = null,
  cursor = null,
}: { horizon: string } & Choices) =>
  `${withQuery('/track-record', { horizon: horizon === '30d' ? null : horizon, version, band, outcome, cursor })}#launches`

const outcomeFilters = [...launchOutcomes, 'unknown', 'open'] as const

const Filters = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { spans } = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const titles = { ...terms.outcomes, all: t.all, open: t.open }
  const toHref = (over: Choices) => hrefOf({ ...list, horizon, ...over })
  const bandWords = (band: (typeof bandNames)[number]) => (
    <>
      <Shape of={band} /> {terms.bands[band]}
    </>
  )
  return (
    <div class="filters">
      <Segments
        label={t.band}
        segments={[null, ...bandNames].map((band) => ({
          title: band === null ? t.all : bandWords(band),
          href: toHref({ band }),
          isChosen: band === list.band,
        }))}
      />
      <Segments
        label={t.outcome(spans[horizon])}
        segments={[null, ...outcomeFilters].map((outcome) => ({
          title: titles[outcome ?? 'all'],
          href: toHref({ outcome }),
          isChosen: outcome === list.outcome,
        }))}
      />
    </div>
  )
}
