import type { AnchorFacts, AnchorSeries } from '../../../../contract/props/transparency.ts'
import { accuracyWords } from '../../words/accuracy.ts'
import { formatDate, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'

const [height, padding] = [120, 12]

/** The anchors' shift by day: a drawing, and a table with its numbers. */
export const AnchorsFigure = ({ series, maxShift }: { series: AnchorSeries; maxShift: number }) => {
  const { promptVersion, model, items, days } = series
  const t = useWords(accuracyWords)
  const last = days.at(-1)
  if (!last) return null
  const label = `${t.shiftByDay}: ${promptVersion}, ${model}`
  return (
    <figure class="anchors-figure">
      <figcaption>
        <code>{promptVersion}</code> <bdi>{model}</bdi>
        <span class="note">{t.latest(formatScore(last.mean), toShift(last.shift), items)}</span>
      </figcaption>
      <Chart days={days} maxShift={maxShift} label={label} />
      <details>
        <summary>{t.days(days.length)}</summary>
        <Days label={label} days={days} />
      </details>
    </figure>
  )
}

// No DataTable: its four short columns have room everywhere, and a month of cards would be long.
const Days = ({ label, days }: { label: string; days: AnchorFacts[] }) => {
  const t = useWords(accuracyWords)
  const language = useLanguage()
  return (
    <table>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          {[t.columns.day, t.columns.mean, t.columns.shift, t.columns.flips].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ id, finishedAt, mean, shift, bandFlips, isOtherModel }) => (
          <tr key={id}>
            <th scope="row">
              <time dateTime={finishedAt}>{formatDate(finishedAt, language)}</time>
            </th>
            <td>{formatScore(mean)}</td>
            <td>{toShift(shift)}</td>
            <td>
              {bandFlips} {isOtherModel && <span class="note">{t.otherModel}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `+0.4`; a real minus sign, as wide as the plus. */
const toShift = (shift: number): string =>
  shift === 0 ? '0' : `${shift > 0 ? '+' : '−'}${formatScore(Math.abs(shift))}`

// Lines take percentages and polylines don't: the drawing fills its place without stretching what it draws.
const Chart = ({ days, maxShift, label }: { days: AnchorFacts[]; maxShift: number; label: string }) => {
  const reach = Math.max(maxShift + 1, ...days.map(({ shift }) => Math.abs(shift)))
  const toY = (shift: number) => Math.round(height / 2 - (shift / reach) * (height / 2 - padding))
  const times = days.map(({ finishedAt }) => Date.parse(finishedAt))
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const toX = (time: number) =>
    `${end === start ? 54 : 10 + Math.round((88_00 * (time - start)) / (end - start)) / 100}%`
  const points = days.map(({ id, shift, bandFlips, isOtherModel }, at) => ({
    id,
    x: toX(times[at] ?? start),
    y: toY(shift),
    isAlarm: Math.abs(shift) > maxShift || bandFlips > 0 || isOtherModel,
  }))
  return (
    <svg width="100%" height={height} role="img" aria-label={label}>
      {[maxShift, 0, -maxShift].map((shift) => (
        <g key={shift}>
          <line class={shift === 0 ? 'zero' : 'bound'} x1="10%" x2="98%" y1={toY(shift)} y2={toY(shift)} />
          <text x="0" y={toY(shift) + 4}>
            {toShift(shift)}
          </text>
        </g>
      ))}
      {points.slice(1).map(({ id, x, y }, at) => (
        <line key={id} class="path" x1={points[at]?.x} y1={points[at]?.y} x2={x} y2={y} />
      ))}
      {points.map(({ id, x, y, isAlarm }) => (
        <circle key={id} class={isAlarm ? 'alarm' : 'day'} cx={x} cy={y} r={isAlarm ? 5 : 3} />
      ))}
    </svg>
  )
}
