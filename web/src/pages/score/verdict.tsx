import type { ScoreProps, ScoreResult } from '../../pages.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Subject } from '../../ui/subject.tsx'
import { Time } from '../../ui/time.tsx'
import { listOf, points, titleOf } from '../../ui/words.ts'

/** The number and the word for it, of what, by whom and when. */
export const Verdict = ({ score }: ScoreProps) => {
  const { submission, aggregate, band, hasStubs, createdAt, explanation } = score
  const [whole, decimals] = points(aggregate).split('.')
  return (
    <header class="verdict">
      <Subject score={score}>
        Scored <Time at={createdAt} /> for <Address address={submission.creatorAddress} />
      </Subject>
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
