import type { Followed, Observation } from '../../../../../contract/launch-outcome.ts'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { formatNumber, plural } from '../../../words/formats.ts'
import { useLanguage, useWords } from '../../../words/language.ts'
import { outcomeWords } from '../../../words/outcome.ts'
import { ObservationsTable } from './observations-table.tsx'
import { type Point, splitAtGaps } from './split-at-gaps.ts'

const [width, height] = [600, 200]
/** Of the shown amounts, in US dollars; the top is raised for deeper pools. */
const [bottom, leastTop] = [10, 100_000]
const [floor, bar] = [1000, 20_000]

/** The depth of each observation over time, with gaps where it isn't known, and the same figures as a table. */
export const DepthFigure = (followed: Followed & { id: string }) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  const { observations, observationCount, attribution, id } = followed
  return (
    <figure class="part">
      <h3>{t.depth}</h3>
      <figcaption class="muted meta">{t.depthNote}</figcaption>
      {observations.some(({ depth }) => depth !== null) ? (
        <Chart observations={observations} />
      ) : (
        <p class="muted">{t.noObservations}</p>
      )}
      <details>
        <summary>
          {t.asTable} <span class="muted">({plural(language, observations.length, t.observations)})</span>
        </summary>
        <ObservationsTable observations={observations} />
      </details>
      <p class="muted meta">
        <a href={`/v1/launch/${id}/observations`}>{t.allObservations}</a> ({formatNumber(observationCount, language)}) ·{' '}
        <OutsideLink href="https://dexscreener.com">{attribution}</OutsideLink>
      </p>
    </figure>
  )
}

const Chart = ({ observations }: { observations: Observation[] }) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  const depths = observations.flatMap(({ depth }) => depth ?? [])
  const toX = scaleAges(observations.at(-1)?.age ?? 0)
  const top = 10 ** Math.ceil(Math.log10(Math.max(leastTop, ...depths)))
  const toY = (depth: number) =>
    Math.round((height * Math.log10(top / Math.max(bottom, depth))) / Math.log10(top / bottom))
  const label = t.depthChart(
    ...([Math.min(...depths), Math.max(...depths)].map((one) => formatNumber(one, language)) as Ends),
  )
  return (
    <div class="scroll" role="group" aria-label={t.depth} tabIndex={0}>
      <svg class="chart" viewBox={`-48 -12 ${width + 72} ${height + 40}`} role="img" aria-label={label}>
        {listPowers(top).map((depth) => (
          <g key={depth}>
            <line class="grid" x1="0" x2={width} y1={toY(depth)} y2={toY(depth)} />
            <text x="-8" y={toY(depth) + 4} text-anchor="end">
              {formatNumber(depth, language, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {[floor, bar].map((depth) => (
          <line key={depth} class="bound" x1="0" x2={width} y1={toY(depth)} y2={toY(depth)} />
        ))}
        {toX.ticks.map((day) => (
          <text key={day} x={toX.of(day)} y={height + 20} text-anchor="middle">
            {formatNumber(day, language, { style: 'unit', unit: 'day', unitDisplay: 'narrow' })}
          </text>
        ))}
        {splitAtGaps(observations).map((points) => (
          <Segment key={points[0]?.age} points={points} toX={toX.of} toY={toY} />
        ))}
      </svg>
    </div>
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
  return <path class="depth" d={`M ${points.map(({ age, depth }) => `${toX(age)} ${toY(depth)}`).join(' L ')}`} />
}
