interface Part {
  /** Its colour. */
  class: string
  count: number
}

/** How a whole is made up. The numbers are to be said beside it. */
export const StackedBar = ({ parts }: { parts: Part[] }) => {
  const whole = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <svg class="stack" width="100%" height="12" aria-hidden="true">
      <rect class="track" width="100%" height="12" />
      {whole > 0 &&
        parts.map(({ class: name, count }, index) => (
          <rect
            key={name}
            class={name}
            x={formatPercent(
              parts.slice(0, index).reduce((sum, part) => sum + part.count, 0),
              whole,
            )}
            width={formatPercent(count, whole)}
            height="12"
          />
        ))}
    </svg>
  )
}

const formatPercent = (count: number, whole: number) => `${Math.round((count / whole) * 10_000) / 100}%`
