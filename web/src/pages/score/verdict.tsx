import type { ScoreProps, ScoreResult } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Time } from '../../ui/time.tsx'
import { bandOfNumber, listOf, points, titleOf, wordsOf } from '../../ui/words.ts'

/** The number and the word for it, of what, by whom and when. */
export const Verdict = ({ score, replays }: ScoreProps) => {
  const { id, submission, aggregate, band, hasStubs, createdAt, explanation } = score
  const [whole, decimals] = points(aggregate).split('.')
  return (
    <header class="verdict">
      <div class="subject">
        <img src={`/score/${id}/picture`} alt={`The picture of ${submission.name}`} width="112" height="112" />
        <div>
          <h1 class={submission.name.length > 24 ? 'long-name' : undefined}>
            <bdi>{submission.name}</bdi>{' '}
            <span class="ticker">
              <bdi>${submission.symbol}</bdi>
            </span>
          </h1>
          <p class="note">
            Scored <Time at={createdAt} /> for <Address address={submission.creatorAddress} />
          </p>
        </div>
      </div>
      <div class="total">
        <p class="number">
          {whole}
          <span class="decimals">.{decimals}</span>
        </p>
        <div>
          <BandChip band={band} isPreliminary={hasStubs} />
          <p class="note">of 100; higher is better</p>
        </div>
      </div>
      <Ruler score={aggregate} />
      <p class="lede">{explanation.summary}</p>
      {hasStubs && <Preliminary score={score} />}
      <RedRisk score={score} />
      <Newer score={score} replays={replays} />
    </header>
  )
}

const Preliminary = ({ score: { stubbedSignals } }: { score: ScoreResult }) => (
  <Notice kind="pending" title={`Preliminary: ${listOf(stubbedSignals.map(titleOf))} not measured`}>
    The number is made of the other signals alone. A preliminary score can be shared; it can’t be enrolled, attested or
    ranked. Once what is missing is configured, scoring again makes a new, final record.
  </Notice>
)

/** A good total doesn't make up for it. */
const RedRisk = ({ score: { signals, band } }: { score: ScoreResult }) => {
  const { score, stub, reason } = signals.risk
  if (stub || bandOfNumber(score) !== 'red') return null
  return (
    <Notice kind="warning" title={band === 'red' ? 'Risk is red' : 'Risk is red, whatever the total says'}>
      {wordsOf(reason).words}
    </Notice>
  )
}

const Newer = ({ score, replays }: Pick<ScoreProps, 'score' | 'replays'>) => {
  const [newest] = replays
  if (!newest || newest.id === score.id) return null
  return (
    <Notice kind="pending" title="This launch was scored again since">
      <a href={`/score/${newest.id}`}>
        {points(newest.aggregate)}, {newest.band}, <Time at={newest.createdAt} />
      </a>
    </Notice>
  )
}
