import type { ScoreProps, ScoreResult } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Time } from '../../ui/time.tsx'
import { listOf, points, titleOf } from '../../ui/words.ts'

/** The number and the word for it, of what, by whom and when. */
export const Verdict = ({ score }: ScoreProps) => {
  const { id, submission, aggregate, band, hasStubs, createdAt, explanation } = score
  const [whole, decimals] = points(aggregate).split('.')
  return (
    <header class="verdict">
      <div class="subject">
        <img src={`/score/${id}/picture`} alt={`The picture of ${submission.name}`} width="112" height="112" />
        <div>
          <h1>
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
          <BandChip band={band} />
          <p class="note">of 100; higher is better</p>
        </div>
      </div>
      <Ruler score={aggregate} />
      <p class="lede">{explanation.summary}</p>
      {hasStubs && <Preliminary score={score} />}
    </header>
  )
}

const Preliminary = ({ score: { stubbedSignals } }: { score: ScoreResult }) => (
  <Notice kind="pending" title={`Preliminary: ${listOf(stubbedSignals.map(titleOf))} not measured`}>
    The number is made of the other signals alone. A preliminary score can be shared; it can’t be enrolled, attested or
    ranked. Once what is missing is configured, scoring again makes a new, final record.
  </Notice>
)
