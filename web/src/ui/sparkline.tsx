/** One bar: `bad` of its `value` is drawn apart. */
export interface Spark {
  /** The label of the bar: `03:00`. */
  label: string
  value: number
  bad?: number
}

interface SparklineProps {
  title: string
  /** The sum, as people read it. */
  total: string
  bars: Spark[]
  format: (value: number) => string
  /** The word for `bad`: `failed`. */
  badWord?: string
  /** All that is counted is bad. */
  isBad?: boolean
}

const height = 40

/** A row of bars, with the numbers in a table. */
export function Sparkline({ title, total, bars, format, badWord = '', isBad = false }: SparklineProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const toHeight = (value: number) => (value === 0 ? 0 : Math.max(2, Math.round((value / most) * height)))
  const step = 100 / Math.max(1, bars.length)
  return (
    <figure class={`sparkline${isBad ? ' bad' : ''}`}>
      <figcaption>
        <span class="name">{title}</span>
        <span class="total">{total}</span>
      </figcaption>
      <svg width="100%" height={height + 1} role="img" aria-label={toText({ title, total, bars, format })}>
        <rect class="base" y={height} width="100%" height="1" />
        {bars.map(({ label, value, bad = 0 }, index) => (
          <g key={label}>
            <Bar x={index * step} step={step} size={toHeight(value)} />
            {bad > 0 && <Bar x={index * step} step={step} size={toHeight(bad)} class="bad" />}
          </g>
        ))}
      </svg>
      <details>
        <summary>{first(bars)}</summary>
        <table>
          <caption class="unseen">{title}</caption>
          <tbody>
            {bars
              .filter(({ value }) => value > 0)
              .toReversed()
              .map(({ label, value, bad = 0 }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>
                    {format(value)}
                    {bad > 0 && `, ${format(bad)} ${badWord}`}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

const Bar = ({ x, step, size, class: name }: { x: number; step: number; size: number; class?: string }) => (
  <rect class={name} x={`${x + step * 0.1}%`} width={`${step * 0.8}%`} y={height - size} height={size} />
)

const first = (bars: Spark[]): string => `${bars[0]?.label ?? ''} – ${bars.at(-1)?.label ?? ''}`

function toText({ title, total, bars, format }: Pick<SparklineProps, 'title' | 'total' | 'bars' | 'format'>): string {
  const peak = bars.reduce<Spark | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined)
  if (!peak || peak.value === 0) return `${title}: none`
  return `${title}: ${total} in all, at most ${format(peak.value)} (${peak.label})`
}
