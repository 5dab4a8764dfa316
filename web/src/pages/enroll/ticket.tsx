import type { EnrollProps } from '../../props/launch.ts'
import { leadWarning, listWarningCodes } from '../../rules.ts'
import { Address } from '../../ui/address.tsx'
import { BandChip } from '../../ui/band-chip.tsx'
import { CriticalChip } from '../../ui/critical-chip.tsx'
import { SixBars, toStates } from '../../ui/six-bars.tsx'
import { enrollWords } from '../../words/enroll.ts'
import { formatAge, formatDateTime, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'
import { Picture } from '../../ui/picture.tsx'

/** The ticket that the creator claims. */
export const EnrollTicket = ({ score, now }: EnrollProps) => {
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
          <Total {...{ score }} />
        </div>
      </div>
      <SixBars states={toStates(score.signals)} layout="cells" />
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

const Total = ({ score }: Pick<EnrollProps, 'score'>) => {
  const codes = listWarningCodes(score)
  return (
    <p class="total">
      <a href={`/score/${score.id}`}>{formatScore(score.aggregate)}</a>{' '}
      {leadWarning(codes) === undefined ? (
        <BandChip band={score.band} isPreliminary={score.hasStubs} />
      ) : (
        <CriticalChip codes={codes} />
      )}
    </p>
  )
}
