import type { Enrollment } from '../../../../contract/schemas/enrollment.ts'
import type { TokenBinding } from '../../../../contract/schemas/token.ts'
import type { Followed, LaunchProgress } from '../../../../contract/launch-outcome.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { outcomeWords } from '../../words/outcome.ts'
import { BoundToken } from './outcome/bound-token.tsx'
import { DepthFigure } from './outcome/depth-figure.tsx'
import { Horizons } from './outcome/horizons.tsx'
import { NameToken } from './outcome/name-token.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'

interface OutcomeSectionProps {
  outcome: LaunchProgress
  /** Of the enrollment or of the score. */
  id: string
  /** Null: nobody has signed for the launch, so nobody can name its token. */
  enrollment: Pick<Enrollment, 'enrollmentId' | 'creatorAddress'> | null
  /** As submitted; null: none was. */
  contractAddress: string | null
  now: string
}

/** The token that the launch became, its outcomes and the observations behind them. */
export const OutcomeSection = ({ outcome, id, enrollment, contractAddress, now }: OutcomeSectionProps) => {
  const t = useWords(outcomeWords)
  const { binding, followed, observing, canBind } = outcome
  return (
    <section class="card launch-outcome" id="outcome" aria-labelledby="outcome-title">
      <h2 id="outcome-title">{t.title}</h2>
      {!observing && <p>{t.notObserved}</p>}
      {!binding && observing && (
        <>
          <p>{contractAddress === null ? t.awaited : t.unconfirmed}</p>
          <p class="muted">{t.awaitedNote}</p>
        </>
      )}
      {binding && <BoundToken binding={binding} followed={followed} />}
      {binding?.state === 'corrected' && <Corrections corrections={binding.corrections} />}
      {binding?.state === 'proven' && followed && <Course {...{ id, now, binding, followed }} />}
      {canBind && enrollment && <NameToken {...enrollment} binding={binding} submitted={contractAddress} />}
    </section>
  )
}

type CourseProps = Pick<OutcomeSectionProps, 'id' | 'now'> & { binding: TokenBinding; followed: Followed }

/** From the first trade on. */
const Course = (props: CourseProps) => {
  const t = useWords(outcomeWords)
  const { followed, binding, id, now } = props
  if (followed.tradingSince === null) return null
  return (
    <>
      <Rug {...props} />
      <Graduated {...followed} />
      <Horizons horizons={followed.horizons} now={now} />
      <p class="muted meta">
        {t.meaning} <a href="/track-record">{t.record}</a>
      </p>
      <DepthFigure {...followed} id={id} />
      <Corrections corrections={binding.corrections} />
    </>
  )
}

/** In full, as the chain shows it. */
const Rug = ({ followed: { rug }, binding }: CourseProps) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (!rug) return null
  const [from, to] = [rug.from, rug.to].map((at) => formatDateTime(at, language)) as [string, string]
  return (
    <p class="event">
      {t.rug(from, to, formatPercent(rug.share, language))}
      {rug.txHash && (
        <>
          {' '}
          <TransactionLink hash={rug.txHash} chainId={binding.chainId} />
        </>
      )}
      {t.stop}
    </p>
  )
}

const Graduated = ({ graduation }: Followed) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (!graduation) return null
  return (
    <p class="event">
      {t.graduated(formatDateTime(graduation.graduatedAt, language), formatNumber(graduation.leastDepth, language))}
    </p>
  )
}

const Corrections = ({ corrections }: Pick<TokenBinding, 'corrections'>) => {
  const t = useWords(outcomeWords)
  const language = useLanguage()
  if (corrections.length === 0) return null
  return (
    <div class="part">
      <h3>{t.corrections}</h3>
      <ul>
        {corrections.map(({ explanation, correctedAt, madeBy }) => (
          <li key={correctedAt}>
            <time dateTime={correctedAt}>{formatDateTime(correctedAt, language)}</time>
            {madeBy !== null && ` (${t.madeBy[madeBy]})`}: <span lang="en">{explanation}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
