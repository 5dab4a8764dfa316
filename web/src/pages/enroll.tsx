import type { EnrollProps } from '../../../contract/props/launch.ts'
import type { Site } from '../../../contract/props/site.ts'
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
import { ShortBars, toShortBars } from '../ui/short-bars.tsx'
import { launchWords } from '../words/launch.ts'
import { Picture } from '../ui/picture.tsx'

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
      <div class="both">
        <EnrollTicket {...props} />
        <section class="card way" aria-labelledby="enroll">
          <Way {...props} />
        </section>
      </div>
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

const Signed = ({ message, score, site }: EnrollProps & { site: Site }) => {
  const t = useWords(enrollWords)
  return (
    <div class="proofs">
      <section class="card box" aria-labelledby="message">
        <h2 id="message">{t.whatYouSign}</h2>
        <Command text={message} what={t.theMessage} />
        <p class="muted meta">{t.fourLines}</p>
      </section>
      <details class="card box">
        <summary>
          <h2>{t.useApi}</h2>
        </summary>
        <p class="muted">{t.apiNote}</p>
        <Command text={formatCommands({ score, site })} what={t.theCommands} />
        <p>
          <a href="/api/v1/docs">{t.browseApi}</a>
        </p>
      </details>
    </div>
  )
}

const formatCommands = ({ score: { id, submission }, site }: { score: EnrollProps['score']; site: Site }) =>
  `message=$(curl -s '${site.url}/v1/enroll/message?scoreRequestId=${id}&creatorAddress=${submission.creatorAddress}' | jq -r .message)
signature=$(cast wallet sign --interactive "$message")
curl -s ${site.url}/v1/enroll -H 'content-type: application/json' -d '{
  "scoreRequestId": "${id}",
  "creatorAddress": "${submission.creatorAddress}",
  "signature": "'$signature'",
  "scheduledFor": null }'`

/** The ticket that the creator claims. */
const EnrollTicket = ({ score, state, now }: EnrollProps) => {
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
