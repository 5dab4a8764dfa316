import type { EnrollProps } from '../../../contract/props/launch.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import { EnrollFlow } from '../islands/enroll/index.tsx'
import type { Page } from '../page.ts'
import { Command } from '../ui/command.tsx'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { formatAge, formatDateTime, formatList, formatScore } from '../words/formats.ts'
import { enrollWords } from '../words/enroll.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { ledIn } from '../words/lead.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { Address } from '../ui/address.tsx'
import { LeadChip } from '../ui/chips.tsx'
import { Ticket } from '../ui/ticket.tsx'

/** Where a creator's wallet signs for a score. */
export const enrollPage: Page<EnrollProps> = {
  head: ({ score, state }, { language }) => {
    const t = pickWords(enrollWords, language)
    const { name, symbol } = score.submission
    const title = t.title(`${name} ($${symbol})`)
    return {
      title: ledIn(language, state, title),
      description: t.description,
      isUnlisted: true,
    }
  },
  Body: (props) => (
    <div class="enroll-page">
      <OutcomeBar score={props.score} state={props.state} href={`/score/${props.score.id}#outcome`} />
      <CriticalBar score={props.score} state={props.state} />
      <EnrollTicket {...props} />
      <section class="card way" aria-labelledby="enroll">
        <Way {...props} />
      </section>
      {!props.score.hasStubs && !props.enrollment && <Signed {...props} />}
    </div>
  ),
}

const Way = (props: EnrollProps) => {
  if (props.enrollment) return <Enrolled {...props} enrollment={props.enrollment} />
  if (props.score.hasStubs) return <Preliminary score={props.score} />
  return <Signing {...props} />
}

const Signing = ({ score }: EnrollProps) => {
  const t = useWords(enrollWords)
  const props = { scoreId: score.id, creatorAddress: score.submission.creatorAddress }
  return (
    <>
      <h2 id="enroll">{t.heading}</h2>
      <p>
        {t.does} {t.cant}
      </p>
      <Island name="enroll" class="flow needs-script" props={props}>
        <EnrollFlow {...props} />
      </Island>
      <noscript>
        <p class="card-title">{t.noScript}</p>
        <p class="muted">{t.noScriptNote}</p>
      </noscript>
    </>
  )
}

type EnrolledProps = EnrollProps & { enrollment: NonNullable<EnrollProps['enrollment']> }

const Enrolled = ({ enrollment, now }: EnrolledProps) => {
  const t = useWords(enrollWords)
  const language = useLanguage()
  return (
    <>
      <h2 id="enroll">{t.already}</h2>
      <p>{t.alreadyNote(formatAge(enrollment.enrolledAt, now, language))}</p>
      <p>
        <a class="btn pri wide" href={`/launch/${enrollment.enrollmentId}`}>
          {t.toLaunch}
        </a>
      </p>
    </>
  )
}

const Preliminary = ({ score }: Pick<EnrollProps, 'score'>) => {
  const t = useWords(enrollWords)
  const language = useLanguage()
  const missing = score.stubbedSignals.map((name) => pickSignalTitle(name, language))
  return (
    <>
      <h2 id="enroll">{t.preliminary}</h2>
      <p>{t.preliminaryNote(formatList(missing, language))}</p>
      <p>
        <a class="btn wide" href={`/score/${score.id}`}>
          {t.backToScore}
        </a>
      </p>
    </>
  )
}

const Signed = ({ message }: EnrollProps) => {
  const t = useWords(enrollWords)
  return (
    <section class="card box" aria-labelledby="message">
      <h2 id="message">{t.whatYouSign}</h2>
      <Command text={message} what={t.theMessage} />
      <p class="muted meta">{t.fourLines}</p>
    </section>
  )
}

/** The score that the creator claims. */
const EnrollTicket = ({ score, state, now }: EnrollProps) => {
  const t = useWords(enrollWords)
  const language = useLanguage()
  const { id, submission } = score
  return (
    <Ticket
      name={submission.name}
      symbol={submission.symbol}
      scoreId={id}
      tone={isCriticalLead(state) ? 'bad' : undefined}
      tags={
        <span class="tag">
          {t.creatorWallet}:{' '}
          <Address address={submission.creatorAddress} href={`/creator/${submission.creatorAddress}`} />
        </span>
      }
      stub={
        <>
          <a class="number" href={`/score/${id}`}>
            {formatScore(score.aggregate)}
          </a>
          <LeadChip {...state} band={score.band} hasStubs={score.hasStubs} />
          <time class="muted meta" dateTime={score.createdAt} title={formatDateTime(score.createdAt, language)}>
            {t.scored(formatAge(score.createdAt, now, language))}
          </time>
        </>
      }
    />
  )
}
