import type { Launched } from '../../props/outcome.ts'
import type { ScoreProps } from '../../props/score.ts'
import type { Site } from '../../props/site.ts'
import { leadWarning, listWarningCodes } from '../../rules.ts'
import { OutcomeChip } from '../../ui/outcome-chip.tsx'
import { RailCard } from '../../ui/rail-card.tsx'
import { ShareRow } from '../../ui/share-row.tsx'
import { formatDate, formatDateTime } from '../../words/formats.ts'
import { formatSpan } from '../../words/format-span.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { shareWords } from '../../words/share.ts'
import { formatShareText } from '../../words/share-text.ts'

type Step = 'test' | 'warned' | 'preliminary' | 'unsigned' | 'enrolled'

/** The next step of a score's visitor. A fatal fact comes before anything that would advertise the launch. */
export function findStep({ score, enrollment }: Pick<ScoreProps, 'score' | 'enrollment'>): Step {
  if (score.test) return 'test'
  if (leadWarning(listWarningCodes(score)) !== undefined) return 'warned'
  if (score.hasStubs) return 'preliminary'
  return enrollment ? 'enrolled' : 'unsigned'
}

/** Whether the launch page has a reminder to offer: before the launch, where web push is configured. */
export const offersReminder = ({ enrollment, outcome, canRemind, now }: ScoreProps) =>
  canRemind && !outcome.launched && (enrollment?.scheduledFor ?? '') > now

/** The first card of the rail: the next step, and the ways to share. */
export const NextStep = (props: ScoreProps & { site: Site }) => {
  const { score, site } = props
  const share = useWords(shareWords)
  const language = useLanguage()
  const step = findStep(props)
  return (
    <RailCard id="share" title={<StepTitle {...props} />}>
      <StepText {...props} />
      {step !== 'test' && (
        <ShareRow
          url={`${site.url}/score/${score.id}`}
          text={formatShareText(score, { language, serviceName: site.name })}
          card={{ path: `/score/${score.id}/card.png`, fileName: `score-${score.id}.png` }}
          embedId="embed"
        />
      )}
      {step === 'warned' && <WarnedStep {...props} />}
      {step === 'test' && <a href={`/v1/score/${score.id}`}>{share.json}</a>}
    </RailCard>
  )
}

const StepTitle = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const share = useWords(shareWords)
  const language = useLanguage()
  const { enrollment, now, outcome } = props
  const { launched } = outcome
  const titles: Record<Step, string> = {
    test: t.testTitle,
    warned: share.shareWarning,
    preliminary: t.next.preliminary,
    unsigned: t.next.claimTitle,
    enrolled: t.next.enrolled,
  }
  const step = findStep(props)
  if (step === 'enrolled' && launched) return <>{t.next.launchedOn(formatDate(launched.at, language))}</>
  if (step !== 'enrolled' || !enrollment?.scheduledFor) return <>{titles[step]}</>
  const left = new Date(enrollment.scheduledFor).getTime() - new Date(now).getTime()
  if (left > 0 && left < 60_000) return <>{t.next.launchesSoon}</>
  if (left > 0) return <>{t.next.launchesIn(formatSpan(left, language))}</>
  return <>{left > -dayMs ? t.next.launchTime : t.next.launched}</>
}

const dayMs = 86_400_000

const StepText = (props: ScoreProps) => {
  const t = useWords(scoreWords)
  const { score, enrollment } = props
  switch (findStep(props)) {
    case 'test':
      return <p class="text">{t.testText}</p>
    case 'preliminary':
      return <p class="text">{t.next.rescoreLater}</p>
    case 'unsigned':
      return (
        <>
          <p class="text">{t.next.claimText}</p>
          <a class="btn pri wide" href={`/enroll/${score.id}`}>
            {t.next.claim}
          </a>
        </>
      )
    case 'enrolled':
      return (
        enrollment && (
          <EnrolledStep {...enrollment} launched={props.outcome.launched} canBeReminded={offersReminder(props)} />
        )
      )
    default:
      return null
  }
}

/** Its creator may still sign: by a link below the ways to share the warning, not a button. */
const WarnedStep = ({ score, enrollment }: ScoreProps) => {
  const t = useWords(scoreWords)
  if (score.hasStubs) return null
  return enrollment ? (
    <a href={`/launch/${enrollment.enrollmentId}`}>{t.next.openLaunch}</a>
  ) : (
    <a href={`/enroll/${score.id}`}>{t.next.claimAnyway}</a>
  )
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at, useLanguage())}</time>

type EnrolledProps = NonNullable<ScoreProps['enrollment']> & { launched: Launched | null; canBeReminded: boolean }

const EnrolledStep = ({ enrollmentId, scheduledFor, launched, canBeReminded }: EnrolledProps) => {
  const t = useWords(scoreWords)
  return (
    <>
      {(launched === null || launched.outcome !== null) && (
        <p class="text">
          {launched?.outcome && <OutcomeChip outcome={launched.outcome} />}
          {!launched && (scheduledFor ? <Time at={scheduledFor} /> : t.next.noTime)}
        </p>
      )}
      {canBeReminded && (
        <a class="btn pri wide" href={`/launch/${enrollmentId}#remind`}>
          {t.next.remind}
        </a>
      )}
      <a class={canBeReminded ? 'btn wide' : 'btn pri wide'} href={`/launch/${enrollmentId}`}>
        {t.next.openLaunch}
      </a>
    </>
  )
}
