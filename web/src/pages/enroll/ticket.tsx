import type { EnrollProps } from '../../../../contract/props/launch.ts'
import { Address } from '../../ui/address.tsx'
import { LeadChip } from '../../ui/lead-chip.tsx'
import { ShortBars, toShortBars } from '../../ui/short-bars.tsx'
import { enrollWords } from '../../words/enroll.ts'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'
import { Picture } from '../../ui/picture.tsx'

/** The ticket that the creator claims. */
export const EnrollTicket = ({ score, state, now }: EnrollProps) => {
  const t = useWords(enrollWords)
  const { pictureOf } = useWords(launchWords)
  const language = useLanguage()
  const { id, submission } = score
  return (
    <div class="card ticket">
      <div class="ticket-head">
        <Picture scoreId={id} side={92} alt={pictureOf(submission.name)} />
        <div>
          <h1>
            <bdi>{submission.name}</bdi>{' '}
            <span class="ticker">
              <bdi>${submission.symbol}</bdi>
            </span>
          </h1>
          <Total {...{ score, state }} />
        </div>
      </div>
      <ShortBars bars={toShortBars(score)} layout="cells" />
      <p class="muted meta wallet">
        {t.creatorWallet}:{' '}
        <Address address={submission.creatorAddress} href={`/creator/${submission.creatorAddress}`} />
      </p>
      <p class="faint meta">
        <time dateTime={score.createdAt} title={formatDateTime(score.createdAt, language)}>
          {t.scored(formatAge(score.createdAt, now, language))}
        </time>
      </p>
    </div>
  )
}

const Total = ({ score, state }: Pick<EnrollProps, 'score' | 'state'>) => (
  <p class="total">
    <a href={`/score/${score.id}`}>{formatScore(score.aggregate)}</a>{' '}
    <LeadChip {...state} band={score.band} hasStubs={score.hasStubs} />
  </p>
)
