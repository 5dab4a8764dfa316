import type { ScoreProps, ScoreResult } from '../../pages.ts'
import { warned, warningLabel } from '../../rules.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ruler } from '../../ui/ruler.tsx'
import { Subject } from '../../ui/subject.tsx'
import { Time } from '../../ui/time.tsx'
import { toScoreBand, formatList, points, getTitle, toWords } from '../../ui/words.ts'
import { Signature } from './signature.tsx'

/** The number and the word for it, of what, by whom and when. */
export const Verdict = ({ score, replays, standing }: ScoreProps) => {
  const { submission, aggregate, band, hasStubs, createdAt, explanation } = score
  const [whole, decimals] = points(aggregate).split('.')
  return (
    <header class="verdict">
      <Subject score={score}>
        Scored <Time at={createdAt} /> for <Address address={submission.creatorAddress} />
      </Subject>
      <Signature score={score} standing={standing} />
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
      <Cautions score={score} />
      <RedRisk score={score} />
      <Newer score={score} replays={replays} />
    </header>
  )
}

const Preliminary = ({ score: { stubbedSignals } }: { score: ScoreResult }) => (
  <Notice kind="pending" title={`Preliminary: ${formatList(stubbedSignals.map(getTitle))} not measured`}>
    The number is made of the other signals alone. A preliminary score can be shared; it can’t be enrolled, attested or
    ranked. Once what is missing is configured, scoring again makes a new, final record.
  </Notice>
)

/** Doubts that the judge has, which are no verdict on the token. */
const Cautions = ({ score: { warnings = [] } }: { score: ScoreResult }) => (
  <>
    {warnings
      .filter(({ severity }) => severity === 'caution')
      .map(({ code, message }) => (
        <Notice key={code} kind="pending" title="Caution">
          {message}
        </Notice>
      ))}
  </>
)

/** A good total doesn't make up for it. */
const RedRisk = ({ score: { signals, band } }: { score: ScoreResult }) => {
  const { score, stub, reason } = signals.risk
  if (stub || toScoreBand(score) !== 'red') return null
  return (
    <Notice kind="warning" title={band === 'red' ? 'Risk is red' : 'Risk is red, whatever the total says'}>
      {toWords(reason).words}
    </Notice>
  )
}

const Newer = ({ score, replays }: Pick<ScoreProps, 'score' | 'replays'>) => {
  const [newest] = replays
  if (!newest || newest.id === score.id) return null
  return (
    <Notice kind="pending" title="This launch has been scored again">
      <a href={`/score/${newest.id}`}>
        {warned(warningLabel(newest.warnings), `${points(newest.aggregate)}, ${newest.band}, `, ': ')}
        <Time at={newest.createdAt} />
      </a>
    </Notice>
  )
}
