import type { SurvivalCurve } from '../../../../contract/props/track-record.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreTerms } from '../../words/scores.ts'
import { trackRecordWords } from '../../words/track-record.ts'

const [width, height, lastDay] = [600, 200, 83]

/** The share of living launches by day, a step curve per band, and a table with the medians. The last week is not drawn. */
export const SurvivalFigure = ({ curves }: { curves: SurvivalCurve[] }) => {
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

// A curve is told by its letter too, because a hue alone tells nobody who can't see it.
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
