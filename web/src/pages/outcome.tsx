import type { TokenBinding } from '../../../contract/schemas/token.ts'
import type { Followed, HorizonOutcome, LaunchProgress, Observation } from '../../../contract/launch-outcome.ts'
import { type LeadState, formatShare, isBadOutcome } from '../../../contract/lead.ts'
import { dayMs } from '../../../contract/time.ts'
import { formatDate, formatDateTime, formatNumber, formatPercent, plural } from '../words/formats.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { outcomeWords } from '../words/outcome.ts'
import { OutsideLink } from '../ui/links.tsx'
import { OutcomeChip } from '../ui/chips.tsx'
import { trackRecordWords } from '../words/track-record.ts'
import { BoundToken } from './bound-token.tsx'

interface OutcomeSectionProps {
  outcome: LaunchProgress
  /** Of the enrollment or of the score. */
  id: string
  /** As submitted; null: none was. */
  contractAddress: string | null
  state: LeadState
  now: string
}

/** The token that the launch became, its outcomes and the observations behind them. */
export const OutcomeSection = ({ outcome, id, contractAddress, state, now }: OutcomeSectionProps) => {
  const t = useWords(outcomeWords)
  const { binding, followed, observing } = outcome
  return (
    <section class="card launch-outcome" id="outcome" aria-labelledby="outcome-title">
      <h2 id="outcome-title">{t.title}</h2>
      {!observing && <p>{t.notObserved}</p>}
      {!binding && observing && (
        <>
          <p>{contractAddress === null ? t.awaited : t.unconfirmed}</p>
          <p class="muted">{t.awaitedNote}</p>
        </>
      )}
      {binding?.state === 'proven' && followed && <Course {...{ id, now, binding, followed, state }} />}
      {binding && <BoundToken binding={binding} followed={followed} isOver={isBadOutcome(state.outcome)} />}
      {binding?.state === 'corrected' && <Corrections corrections={binding.corrections} />}
    </section>
  )
}

type CourseProps = Pick<OutcomeSectionProps, 'id' | 'now' | 'state'> & { binding: TokenBinding; followed: Followed }

/** From the first trade on. What leads the page already says of its outcome isn't said again. */
const Course = (props: CourseProps) => {
  const { followed, binding, id, now, state } = props
  if (followed.tradingSince === null) return null
  return (
    <div class="launch-course">
      <Horizons horizons={followed.horizons} now={now} />
      {state.outcome !== 'graduated' && <Graduated {...followed} />}
      <DepthFigure {...followed} id={id} end={findEnd(followed)} />
      <Corrections corrections={binding.corrections} />
    </div>
  )
}

type End = { kind: 'rugged' | 'graduated'; at: string; share: number | null } | null

/** What the chart marks: the day on which the liquidity went, or on which it graduated. */
function findEnd({ rug, graduation }: Followed): End {
  if (rug) return { kind: 'rugged', at: rug.to, share: rug.share }
  return graduation && { kind: 'graduated', at: graduation.graduatedAt, share: null }
}

const Graduated = ({ graduation }: Followed) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (!graduation) return null
  return (
    <p class="meta">
      {t.graduated(formatDateTime(graduation.graduatedAt, language), formatNumber(graduation.leastDepth, language))}
    </p>
  )
}

const Corrections = ({ corrections }: Pick<TokenBinding, 'corrections'>) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (corrections.length === 0) return null
  return (
    <div class="part">
      <h3>{t.corrections}</h3>
      <ul>
        {corrections.map(({ explanation, correctedAt, madeBy }) => (
          <li key={correctedAt}>
            <time dateTime={correctedAt}>{formatDateTime(correctedAt, language)}</time>
            {madeBy !== null && ` (${t.madeBy[madeBy]})`}: <span lang="en">{explanation}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The outcome at each horizon with the sentence of a new cause, or the day on which it is due. */
const Horizons = ({ horizons, now }: Pick<Followed, 'horizons'> & { now: string }) => {
  const { spans } = useWords(trackRecordWords)
  return (
    <ol class="marks">
      {horizons.map((one, at) => (
        <li key={one.horizon}>
          <span class="when">{spans[one.horizon]}</span>{' '}
          <Decided {...one} now={now} isSaid={at > 0 && one.cause === horizons[at - 1]?.cause} />
        </li>
      ))}
    </ol>
  )
}

const Decided = ({ outcome, cause, dueAt, now, isSaid }: HorizonOutcome & { now: string; isSaid: boolean }) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (outcome === null)
    return <span class="muted">{dueAt > now ? t.due(formatDate(dueAt, language)) : t.deciding}</span>
  const why = cause !== null && !isSaid ? t.causes[cause] : undefined
  return (
    <>
      <OutcomeChip outcome={outcome} /> {why && <span class="when">{why}</span>}
    </>
  )
}

const [width, height] = [600, 200]
/** Of the shown amounts, in US dollars; the top is raised for deeper pools. */
const [bottom, leastTop] = [10, 100_000]
const bar = 20_000

/** The depth of each observation over time, with gaps where it isn't known, and the same figures as a table. */
const DepthFigure = (followed: Followed & { id: string; end: End }) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  const { observations, observationCount, tradingSince, attribution, id, end } = followed
  return (
    <figure>
      <figcaption class="muted">{t.depth}</figcaption>
      {observations.some(({ depth }) => depth !== null) ? (
        <Chart observations={observations} end={end && tradingSince && { ...end, since: tradingSince }} />
      ) : (
        <p class="muted">{t.noObservations}</p>
      )}
      <details>
        <summary>
          {plural(language, observationCount, t.checks)} · <span class="link">{t.table}</span>
        </summary>
        <p class="meta muted">{t.depthNote}</p>
        <ObservationsTable observations={observations} />
      </details>
      <p class="muted meta">
        {t.meaning} <a href="/track-record">{t.record}</a> · <a href={`/v1/launch/${id}/observations`}>JSON</a> ·{' '}
        <OutsideLink href="https://dexscreener.com">{attribution}</OutsideLink>
      </p>
    </figure>
  )
}

interface ChartProps {
  observations: Observation[]
  /** `since` is when trading began. */
  end: (NonNullable<End> & { since: string }) | null | ''
}

const Chart = ({ observations, end }: ChartProps) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  const depths = observations.flatMap(({ depth }) => depth ?? [])
  const toX = scaleAges(observations.at(-1)?.age ?? 0)
  const top = 10 ** Math.ceil(Math.log10(Math.max(leastTop, ...depths)))
  const toY = (depth: number) =>
    Math.round((height * Math.log10(top / Math.max(bottom, depth))) / Math.log10(top / bottom))
  const isAbove = (depths.at(-1) ?? 0) >= bar
  const label = t.depthChart(
    ...([Math.min(...depths), Math.max(...depths)].map((one) => formatNumber(one, language)) as Ends),
  )
  return (
    <div class="scroll" role="group" aria-label={t.depth} tabIndex={0}>
      <svg
        class={`chart ${end ? end.kind : ''}`}
        viewBox={`-48 -12 ${width + 72} ${height + 40}`}
        role="img"
        aria-label={label}
      >
        {listPowers(top).map((depth) => (
          <g key={depth}>
            <line class="grid" x1="0" x2={width} y1={toY(depth)} y2={toY(depth)} />
            <text x="-8" y={toY(depth) + 4} text-anchor="end">
              ${formatNumber(depth, language, { notation: 'compact' }).toLowerCase()}
            </text>
          </g>
        ))}
        {toX.ticks.map((day) => (
          <text key={day} x={toX.of(day)} y={height + 20} text-anchor="middle">
            {t.day(day)}
          </text>
        ))}
        {splitAtGaps(observations).map((points) => (
          <Segment key={points[0]?.age} points={points} toX={toX.of} toY={toY} />
        ))}
        <line class="bar" x1="0" x2={width} y1={toY(bar)} y2={toY(bar)} />
        <text class="bar-name" x={width - 4} y={toY(bar) + (isAbove ? 16 : -5)} text-anchor="end">
          {t.graduation}
        </text>
        {end && <EndMark {...end} toX={toX.of} />}
      </svg>
    </div>
  )
}

const EndMark = ({ at, since, share, toX }: NonNullable<End> & { since: string; toX: (age: number) => number }) => {
  const t = useWords(outcomeWords)
  const age = (Date.parse(at) - Date.parse(since)) / dayMs
  const x = Math.min(width, Math.max(0, toX(age)))
  const day = Math.max(1, Math.round(age))
  const words = share === null ? t.graduatedOn(day) : t.takenOut(formatShare(share), day)
  const isRight = x > width / 2
  return (
    <g class="end">
      <line x1={x} x2={x} y1="0" y2={height} />
      <text x={isRight ? x - 8 : x + 8} y={height - 12} text-anchor={isRight ? 'end' : 'start'}>
        {words}
      </text>
    </g>
  )
}

type Ends = [from: string, to: string]

/** A young launch has the whole width for its first days. */
function scaleAges(last: number): { of: (age: number) => number; ticks: number[] } {
  const end = [2, 7, 30, 90].find((days) => last <= days) ?? Math.ceil(last)
  return {
    of: (age) => Math.round((width * age * 10) / end) / 10,
    ticks: [0, 1, 7, 30, 90].filter((day) => day <= end && (day !== 1 || end <= 7)),
  }
}

const listPowers = (top: number): number[] =>
  Array.from({ length: Math.round(Math.log10(top / bottom)) + 1 }, (_, index) => bottom * 10 ** index)

interface SegmentProps {
  points: Point[]
  toX: (age: number) => number
  toY: (depth: number) => number
}

const Segment = ({ points, toX, toY }: SegmentProps) => {
  const [first] = points
  if (first && points.length === 1) return <circle class="depth" cx={toX(first.age)} cy={toY(first.depth)} r="3" />
  const line = points.map(({ age, depth }) => `${toX(age)} ${toY(depth)}`).join(' L ')
  const [from, to] = [first?.age ?? 0, points.at(-1)?.age ?? 0]
  return (
    <>
      <path class="area" d={`M ${toX(from)} ${height} L ${line} L ${toX(to)} ${height} Z`} />
      <path class="depth" d={`M ${line}`} />
    </>
  )
}

/** Every observation with its figures. It scrolls by itself: a launch has about 150 observations. */
const ObservationsTable = ({ observations }: { observations: Observation[] }) => {
  const t = useWords(outcomeWords)
  return (
    <div class="scroll observations" role="group" aria-label={t.depth} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.values(t.columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {observations.map((observation) => (
            <Row key={observation.seenAt} {...observation} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = (observation: Observation) => {
  const language = useLanguage()
  const toCell = (value: number | null) => (value === null ? '–' : formatNumber(value, language))
  return (
    <tr>
      <td>{formatDateTime(observation.seenAt, language)}</td>
      <td>{toCell(observation.depth)}</td>
      <td>{toCell(observation.buys)}</td>
      <td>{toCell(observation.sells)}</td>
      <td>{useNotes(observation).join('; ')}</td>
    </tr>
  )
}

function useNotes({ state, isByChain, removal, cannotSell }: Observation): string[] {
  const { notes } = useWords(outcomeWords)
  const language = useLanguage()
  return [
    ...(state === 'absent' ? [isByChain ? notes.byChain : notes.absent] : []),
    ...(state === 'uncounted' ? [notes.uncounted] : []),
    ...(removal ? [notes.removal[removal.by](formatPercent(removal.share, language))] : []),
    ...(cannotSell ? [notes.cannotSell] : []),
  ]
}

interface Point {
  age: number
  depth: number
}

/** Runs of observations with a known depth. A run ends at an observation without one, and where observations are missing. */
function splitAtGaps(observations: Pick<Observation, 'age' | 'depth'>[]): Point[][] {
  const runs: Point[][] = []
  let last: number | null = null
  for (const { age, depth } of observations) {
    const isNext = last !== null && age - last <= maxStep(last)
    last = depth === null ? null : age
    if (depth === null) continue
    if (isNext) runs.at(-1)?.push({ age, depth })
    else runs.push([{ age, depth }])
  }
  return runs
}

/** Observations are hourly for two days, then every six hours up to the seventh day, then daily. */
function maxStep(age: number): number {
  if (age < 2) return 2.5 / 24
  return age < 7 ? 2.5 / 4 : 2.5
}
