import { toBand } from '../../../contract/bands.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { formatList } from '../words/formats.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'

const [height, least, width, step] = [22, 4, 9, 12]

/** Signals as bars. A zero is a red sliver; a signal that isn't measured is an empty frame. */
export function Spark({ signals }: { signals: { name: string; score: number | null }[] }) {
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  const spoken = signals.map(({ name, score }) => `${pickSignalTitle(name, language)} ${score ?? terms.notMeasured}`)
  const all = signals.length * step - 3
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${all} ${height}`}
      width={all}
      height={height}
      role="img"
      aria-label={formatList(spoken, language)}
    >
      {signals.map(({ name, score }, at) => (
        <Bar key={name} score={score} x={at * step} />
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
