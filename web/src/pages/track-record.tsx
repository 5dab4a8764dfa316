import { bandNames } from '../../../contract/bands.ts'
import { launchOutcomes } from '../../../contract/codes.ts'
import type { Page } from '../page.ts'
import type {
  CountedLaunch,
  RecordedList,
  SurvivalCurve,
  TrackRecord,
  TrackRecordProps,
} from '../../../contract/props/track-record.ts'
import type { Site } from '../../../contract/props/site.ts'
import { isPublished, programs } from '../../../contract/release.ts'
import { Command } from '../ui/command.tsx'
import { BandChip, OutcomeSquare, Shape } from '../ui/chips.tsx'
import { DataTable, Segments } from '../ui/data-table.tsx'
import { withQuery } from '../ui/links.tsx'
import { Picture } from '../ui/picture.tsx'
import { formatDate, formatDateTime, formatList, formatNumber, formatPercent, formatScore } from '../words/formats.ts'
import { frameWords } from '../words/frame.ts'
import { historyWords } from '../words/history.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { recordedWords } from '../words/recorded.ts'
import { scoreTerms } from '../words/scores.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { Fold } from './fold.tsx'
import { RecordedTable } from './recorded-table.tsx'

const horizons = ['24h', '7d', '30d', '90d'] as const

/** Known outcomes from which the predictions are decided. */
const minProven = 100

/** The outcomes of scored launches, as of the last sealed day. */
export const trackRecordPage: Page<TrackRecordProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(trackRecordWords, language)
    return { title, description }
  },
  Body: (props) => (
    <div class="track-record-page">
      {props.record.funnel.due > 0 ? <Figures {...props} /> : <FirstMonths {...props} />}
    </div>
  ),
}

type BodyProps = TrackRecordProps & { site: Site }

const Figures = (props: BodyProps) => {
  const { record, cohorts, squares, launches, site } = props
  const t = useWords(trackRecordWords)
  return (
    <>
      <Heading {...record} />
      <section class="card" aria-label={t.squares}>
        {record.bands.map((figures) => (
          <BandRow
            key={figures.band}
            {...figures}
            horizon={record.horizon}
            squares={squares.filter(({ band }) => band === figures.band)}
          />
        ))}
        <Legend />
        <Choices record={record} cohorts={cohorts} version={launches.version} />
      </section>
      <EveryLaunch list={launches} horizon={record.horizon} />
      <Method record={record} />
      <AllFigures record={record} url={site.url} />
      <Creators figures={props.creators} />
    </>
  )
}

/** What the figures say, and how little they prove. */
const Heading = (record: TrackRecord) => {
  const { bands, funnel, outcomes, horizon } = record
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const order = compareBands(bands)
  const shares = bands
    .filter(({ due }) => due > 0)
    .map(({ band, good, due }) => ({ band, good: count(good), due: count(due) }))
  const [only, ...others] = shares
  const good = count(outcomes.graduated + outcomes.alive)
  return (
    <header>
      <h1>{order === null ? t.alive(good, count(funnel.due), t.spans[horizon]) : t.headings[order]}</h1>
      <p>
        {only && others.length === 0
          ? t.allOfBand(only.band)
          : t.shares(shares, t.spans[horizon], (parts) => formatList(parts, language))}{' '}
        <strong>
          {funnel.known < minProven ? t.tooFewLaunches(count(funnel.due)) : t.stillFew(count(funnel.due))}
        </strong>
      </p>
    </header>
  )
}

/** Whether higher bands lived longer, beyond chance at the ends; null: fewer than two bands have a share. */
function compareBands(bands: BandFigures[]): 'higher' | 'lower' | 'unclear' | null {
  const shown = bands.flatMap(({ share, interval }) => (share === null || interval === null ? [] : { share, interval }))
  const [best, worst] = [shown[0], shown.at(-1)]
  if (!best || !worst || best === worst) return null
  const steps = shown.slice(1).map(({ share }, at) => Math.sign(share - (shown[at]?.share ?? 0)))
  if (steps.every((step) => step < 0) && best.interval[0] > worst.interval[1]) return 'higher'
  return steps.every((step) => step > 0) && best.interval[1] < worst.interval[0] ? 'lower' : 'unclear'
}

type BandRowProps = BandFigures & Pick<TrackRecord, 'horizon'> & Pick<TrackRecordProps, 'squares'>

const BandRow = ({ band, good, due, horizon, squares }: BandRowProps) => {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  if (due === 0) return null
  const sorted = squares.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return (
    <div class="band-row">
      <div class="band-figures">
        <BandChip band={band} />
        <p>
          <b>{t.ofDue(formatNumber(good, language), formatNumber(due, language))}</b>
          <span class="muted">{t.aliveAfter(t.spans[horizon])}</span>
        </p>
      </div>
      <ul class="squares">
        {sorted.map((one, at) => (
          <li key={one.scoreId ?? at}>
            <Square {...one} />
          </li>
        ))}
        {due > squares.length && <li class="muted">{t.moreSquares(formatNumber(due - squares.length, language))}</li>}
      </ul>
    </div>
  )
}

const order = [...launchOutcomes, 'unknown'] as const

const Square = ({ name, outcome, scoreId, enrollmentId }: CountedLaunch) => {
  const t = useWords(trackRecordWords)
  if (name === null) return <OutcomeSquare outcome={outcome} name={t.takenDown} />
  return (
    <a href={`${enrollmentId === null ? `/score/${scoreId}` : `/launch/${enrollmentId}`}#outcome`}>
      <OutcomeSquare outcome={outcome} name={name} />
    </a>
  )
}

const Legend = () => {
  const { outcomes } = useWords(scoreTerms)
  return (
    <ul class="legend" aria-hidden="true">
      {order.map((outcome) => (
        <li key={outcome}>
          <OutcomeSquare outcome={outcome} />
          {outcomes[outcome]}
        </li>
      ))}
    </ul>
  )
}

/** Other times and prompt versions, and what the figures are of. A chosen version stays; filters of the list don't. */
const Choices = ({
  record,
  cohorts,
  version,
}: Pick<TrackRecordProps, 'record' | 'cohorts'> & Pick<RecordedList, 'version'>) => {
  const { asOf, attribution, horizon } = record
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  return (
    <div class="choices">
      <Segments
        label={t.after}
        segments={horizons.map((one) => ({
          title: t.spans[one],
          href: withQuery('/track-record', { horizon: one, version }),
          isChosen: one === horizon,
        }))}
      />
      {cohorts.length > 1 && (
        <>
          <span class="note">{t.cohorts}</span>
          <Segments
            label={t.cohorts}
            segments={cohorts.map(({ major, isActive }) => ({
              title: String(major),
              href: withQuery('/track-record', { horizon, version: isActive ? null : major }),
              isChosen: major === record.version,
            }))}
          />
        </>
      )}
      {asOf !== null && (
        <p class="note">
          {t.asOf(formatDateTime(asOf, language))} · {attribution}
        </p>
      )}
    </div>
  )
}

/** Before the first outcome: what will be published when, and of which launches. */
const FirstMonths = (props: BodyProps) => {
  const { record, cohorts, firstDueAt, upcoming, launches } = props
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const first = firstDueAt && formatDate(firstDueAt, language)
  const count = launches.nextCursor === null && launches.isFirst ? upcoming.length + launches.entries.length : 0
  return (
    <>
      <header>
        <h1>{t.emptyTitle}</h1>
        <p>
          {t.emptyLede} {count > 0 ? t.onTheirWayCount(count, first) : first !== null && t.firstDecided(first)}
        </p>
        {!record.observing && <p>{t.unobserved}</p>}
      </header>
      <section class="card">
        <ol class="way">
          {horizons.map((one, at) => (
            <li key={one}>
              <span class="step">{at + 1}</span>
              <b>{t.spans[one]}</b>
              <span class="muted">{t.way[one]}</span>
            </li>
          ))}
        </ol>
        <Legend />
        {(record.funnel.traded > 0 || cohorts.length > 1) && (
          <Choices record={record} cohorts={cohorts} version={launches.version} />
        )}
      </section>
      <OnTheirWay {...props} />
      <section class="card first">
        <p>{t.beFirst}</p>
        <a class="btn pri" href="/#score">
          {useWords(frameWords).scoreALaunch}
        </a>
      </section>
      <Method record={record} />
      {record.asOf !== null && <AllFigures record={record} url={props.site.url} />}
      <Creators figures={props.creators} />
    </>
  )
}

const OnTheirWay = ({ upcoming, launches, record }: TrackRecordProps) => {
  const { onTheirWay } = useWords(trackRecordWords)
  const t = useWords(recordedWords)
  const language = useLanguage()
  const { entries, isFirst, band, outcome } = launches
  if (!isFirst || band !== null || outcome !== null) return <EveryLaunch list={launches} horizon={record.horizon} />
  if (upcoming.length + entries.length === 0) return null
  return (
    <section class="card" id="launches" aria-labelledby="on-their-way">
      <div class="list-head">
        <h2 id="on-their-way">{onTheirWay}</h2>
      </div>
      {upcoming.length > 0 && (
        <ul class="recorded">
          {upcoming.map(({ enrollmentId, scoreRequestId, name, aggregate, scheduledFor, ...launch }) => (
            <li key={enrollmentId}>
              <Picture scoreId={scoreRequestId} side={44} isLazy />
              <div class="what">
                <a class="row-link" href={`/launch/${enrollmentId}`}>
                  <bdi>{name}</bdi>
                </a>
                <span class="sub">
                  {t.scored(formatScore(aggregate), launch.band)}
                  {scheduledFor !== null && ` · ${t.launches(formatDate(scheduledFor, language))}`}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {entries.length > 0 && <RecordedTable launches={entries} label={onTheirWay} now={launches.now} />}
      <Pages list={launches} horizon={record.horizon} />
    </section>
  )
}

/** The rules in plain words, and the predictions that could fail. */
const Method = ({ record: { funnel } }: Pick<TrackRecordProps, 'record'>) => {
  const t = useWords(trackRecordWords)
  const { outcomes } = useWords(scoreTerms)
  const language = useLanguage()
  const known = formatNumber(funnel.known, language)
  const when = funnel.known < minProven ? t.decidedAt(known === '0' ? null : known) : t.lookedAt(known)
  const lines = [
    ...order.map((outcome) => [outcomes[outcome], t.rules[outcome]] as const),
    [t.countedTitle, t.countedText(funnel.neverLaunched)] as const,
    [t.care, t.careText] as const,
    ...t.predictions.map((text, at) => [t.prediction(at + 1), `${text} ${when}`] as const),
  ]
  return (
    <Fold id="method" title={t.method}>
      <dl class="lines">
        {lines.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}

/** For those who check: every count, share and curve, and how to make them again. */
const AllFigures = ({ record, url }: Pick<TrackRecordProps, 'record'> & { url: string }) => {
  const t = useWords(trackRecordWords)
  const language = useLanguage()
  const asides = (['anchored', 'untraded', 'neverLaunched'] as const).filter((name) => record.funnel[name] > 0)
  const bands = record.bands.filter(({ scored, launched }) => scored + launched > 0)
  return (
    <Fold id="figures" title={t.figures}>
      {bands.length > 0 && (
        <section aria-labelledby="funnel">
          <h3 id="funnel">{t.funnel}</h3>
          <Funnel {...record} />
          {asides.length > 0 && (
            <p class="note">
              {asides.map((name) => t.asides[name](formatNumber(record.funnel[name], language))).join(' ')}
            </p>
          )}
          <h3>{t.bandSteps}</h3>
          <BandSteps bands={bands} />
          <p class="note">{t.stepNote}</p>
        </section>
      )}
      {bands.some(({ due }) => due > 0) && (
        <section aria-labelledby="bands">
          <h3 id="bands">{t.bands}</h3>
          {bands.some(({ share }) => share !== null) && <p class="note">{t.bandNote}</p>}
          <BandShares bands={bands} />
        </section>
      )}
      {record.survival && (
        <section aria-labelledby="survival">
          <h3 id="survival">{t.survival}</h3>
          <SurvivalFigure curves={record.survival} />
        </section>
      )}
      <Check url={url} />
    </Fold>
  )
}

/** How launches went by their creator's history; needs no scores. */
const Creators = ({ figures }: { figures: TrackRecordProps['creators'] }) => {
  const { figures: t } = useWords(historyWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const groups = figures.groups.filter(({ launches }) => launches > 0)
  const rows = groups.map(({ group, known, unknown, alive, share, interval }) => ({
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
  if (figures.asOf === null || rows.length === 0) return null
  return (
    <section class="card creators" id="creators" aria-labelledby="creators-title">
      <h2 id="creators-title">{t.title}</h2>
      <p class="note">{t.note}</p>
      <DataTable label={t.title} columns={Object.values(t.columns)} rows={rows} />
      <p class="note">
        {t.asOf(formatDateTime(figures.asOf, language))} · {figures.attribution} ·{' '}
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
    <section aria-labelledby="check">
      <h3 id="check">{t.check}</h3>
      <p>{t.checkNote}</p>
      <Command text={`${programs.tool} outcome recompute --url ${url}`} what={t.command} />
      {!isPublished && <p class="note">{t.checkFromSource}</p>}
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

const steps = ['scored', 'enrolled', 'launched', 'traded', 'due', 'known', 'unknown'] as const

/** The counts as bars, each with its number; the unknown ones are hatched. */
const Funnel = ({ funnel, outcomes }: TrackRecord) => {
  const t = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const rows = [
    ...steps.map((name) => ({ name, label: t.steps[name], count: funnel[name] })),
    ...launchOutcomes.map((name) => ({ name, label: terms.outcomes[name], count: outcomes[name] })),
  ].filter(({ count }) => count > 0)
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
        <p key={`${one} ${other}`}>{t.overlap(terms.bands[one].toLowerCase(), terms.bands[other].toLowerCase())}</p>
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
  const { entries, now } = list
  return (
    <section class="card" id="launches" aria-labelledby="every-launch">
      <div class="list-head">
        <h2 id="every-launch">{t.title}</h2>
        <a href="/api/v1/track-record/export.csv">CSV</a>
        <Filters list={list} horizon={horizon} />
      </div>
      {entries.length > 0 ? (
        <RecordedTable launches={entries} label={t.title} now={now} />
      ) : (
        <div class="nothing">
          <p>{t.noneHere}</p>
          <p class="note">{t.noneHereHint}</p>
        </div>
      )}
      <Pages list={list} horizon={horizon} />
    </section>
  )
}

const Pages = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { nextCursor, isFirst } = list
  const toHref = (over: Wanted) => hrefOf({ ...list, horizon, ...over })
  const isFiltered = list.band !== null || list.outcome !== null
  if (!isFiltered && isFirst && nextCursor === null) return null
  return (
    <p class="ways">
      {nextCursor !== null && (
        <a class="btn sm" href={toHref({ cursor: nextCursor })} rel="next">
          {t.older}
        </a>
      )}
      {!isFirst && (
        <a class="btn sm" href={toHref({})}>
          {t.newest}
        </a>
      )}
      {isFiltered && (
        <a class="btn sm" href={toHref({ band: null, outcome: null })}>
          {t.clear}
        </a>
      )}
    </p>
  )
}

type Wanted = Partial<Pick<RecordedList, 'band' | 'outcome' | 'version'>> & { cursor?: string | null }

const hrefOf = ({
  horizon,
  band = null,
  outcome = null,
  version = null,
  cursor = null,
}: { horizon: string } & Wanted) =>
  `${withQuery('/track-record', { horizon: horizon === '30d' ? null : horizon, version, band, outcome, cursor })}#launches`

const outcomeFilters = [...launchOutcomes, 'unknown', 'open'] as const

const Filters = ({ list, horizon }: EveryLaunchProps) => {
  const t = useWords(recordedWords)
  const { spans } = useWords(trackRecordWords)
  const terms = useWords(scoreTerms)
  const titles = { ...terms.outcomes, all: t.all, open: t.open }
  const toHref = (over: Wanted) => hrefOf({ ...list, horizon, ...over })
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
