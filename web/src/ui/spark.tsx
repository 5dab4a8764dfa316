import { toBand } from '../rules.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { formatList } from '../words/formats.ts'
import { scoreTableWords } from '../words/score-table.ts'
import { scoreTerms } from '../words/scores.ts'

const names = ['meme', 'creator', 'image', 'name', 'social', 'risk'] as const
const [height, least, width, step] = [22, 4, 9, 12]

/** The six signals as bars. A zero is a red sliver; a signal that isn't measured is an empty frame. */
export function Spark({ signals }: { signals: (number | null)[] }) {
  const terms = useWords(scoreTerms)
  const t = useWords(scoreTableWords)
  const language = useLanguage()
  const spoken = names.map((name, at) => `${terms.signals[name].title} ${signals[at] ?? t.notMeasured}`)
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${6 * step - 3} ${height}`}
      width={6 * step - 3}
      height={height}
      role="img"
      aria-label={formatList(spoken, language)}
    >
      {names.map((name, at) => (
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
