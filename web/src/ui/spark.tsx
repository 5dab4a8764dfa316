import { toBand } from '../rules.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { formatList } from '../words/formats.ts'
import { scoreTerms } from '../words/scores.ts'
import { signalOrder } from './six-bars.tsx'

const [height, least, width, step] = [22, 4, 9, 12]

/** The six signals as bars. A zero is a red sliver; a signal that isn't measured is an empty frame. */
export function Spark({ signals }: { signals: (number | null)[] }) {
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const spoken = signalOrder.map((name, at) => `${terms.signals[name].title} ${signals[at] ?? terms.notMeasured}`)
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${6 * step - 3} ${height}`}
      width={6 * step - 3}
      height={height}
      role="img"
      aria-label={formatList(spoken, language)}
    >
      {signalOrder.map((name, at) => (
        <Bar key={name} score={signals[at] ?? null} x={at * step} />
      ))}
    </svg>
  )
}

const Bar = ({ score, x }: { score: number | null; x: number }) => {
  if (score === null)
    return <rect class="unmeasured" x={x + 0.5} y="0.5" width={width - 1} height={height - 1} rx="2" />
  const tall = Math.max(least, Math.round((score / 100) * height))
  return <rect class={toBand(score * 100)} x={x} y={height - tall} width={width} height={tall} rx="2" />
}
