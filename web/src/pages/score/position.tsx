import type { Position, ScoreProps } from '../../../../contract/props/score.ts'
import { bands } from '../../../../contract/bands.ts'
import { RailCard } from '../../ui/rail-card.tsx'
import { toScoreBand } from '../../ui/words.ts'
import { formatScore } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { scoreTerms } from '../../words/scores.ts'

/** The position of the score among those of the week, and its distance from the nearest threshold. */
export const PositionCard = ({ score, position }: Pick<ScoreProps, 'score'> & { position: Position }) => {
  const { position: t } = useWords(scoreWords)
  if (!position) return null
  const { below, size, bins } = position
  const [before, figure, after] = t.higher(below, size)
  return (
    <RailCard id="standing" title={t.title}>
      {bins && <Histogram bins={bins} own={score.aggregate} />}
      <p>
        {size > 1 ? (
          <>
            {before}
            <b>{figure}</b>
            {after}
          </>
        ) : (
          t.alone
        )}
      </p>
      <Distance aggregate={score.aggregate} />
      <a class="more" href={`/compare?ids=${score.id}`}>
        {t.compare}
      </a>
    </RailCard>
  )
}

const binWidth = 5
const [width, height, step] = [296, 64, 15]

const Histogram = ({ bins, own }: { bins: number[]; own: number }) => {
  const { position: t } = useWords(scoreWords)
  const most = Math.max(...bins)
  const ownBin = Math.min(bins.length - 1, Math.floor(own / binWidth))
  return (
    <svg class="histogram" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.chart(bins.join(', '))}>
      {bins.map((count, at) => {
        const length = count === 0 ? 0 : Math.max(3, Math.round((count / most) * (height - 10)))
        const place = at === ownBin ? 'own' : 'other'
        return (
          <rect
            key={at}
            class={`${toScoreBand(at * binWidth)} ${place}`}
            x={at * step}
            y={height - 7 - length}
            width="12"
            height={length}
            rx="2"
          />
        )
      })}
      <path class="ground" d={`M0 ${height - 6.5}h${width}`} />
      <path class="marker" d={`M${ownBin * step + 6} ${height - 5}l4 5h-8z`} />
    </svg>
  )
}

const thresholds = [
  { at: bands.amber.from, band: 'amber' },
  { at: bands.green.from, band: 'green' },
] as const

/** To the threshold next to it. */
const Distance = ({ aggregate }: { aggregate: number }) => {
  const { position: t } = useWords(scoreWords)
  const terms = useWords(scoreTerms)
  const [low, high] = thresholds
  const nearest = Math.abs(aggregate - low.at) <= Math.abs(aggregate - high.at) ? low : high
  const by = aggregate - nearest.at
  const say = by < 0 ? t.below : t.above
  return <p class="text">{say(formatScore(Math.abs(by)), terms.bands[nearest.band].toLowerCase(), nearest.at)}</p>
}
