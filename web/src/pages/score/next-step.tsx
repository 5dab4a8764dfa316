import type { Launched } from '../../../../contract/launch-outcome.ts'
import type { ScoreProps } from '../../../../contract/props/score.ts'
import type { Site } from '../../../../contract/props/site.ts'
import { getScoreCardPath } from '../../../../contract/card-paths.ts'
import { isCriticalLead } from '../../../../contract/lead.ts'
import { OutcomeChip } from '../../ui/outcome-chip.tsx'
import { RailCard } from '../../ui/rail-card.tsx'
import { ShareRow } from '../../ui/share-row.tsx'
import { formatDate, formatDateTime } from '../../words/formats.ts'
import { formatSpan } from '../../words/format-span.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'
import { shareWords } from '../../words/share.ts'
import { formatShareText } from '../../words/share-text.ts'

type Step = 'test' | 'warned' | 'preliminary' | 'unsigned' | 'enrolled' | 'launched'

/** The next step of a score's visitor. A fatal fact comes before anything that would advertise the launch. */
export function findStep({ score, enrollment, outcome, state }: Known): Step {
  if (score.test) return 'test'
  if (isCriticalLead(state)) return 'warned'
  if (isOver({ outcome, state })) return enrollment ? 'enrolled' : 'launched'
  if (score.hasStubs) return 'preliminary'
  return enrollment ? 'enrolled' : 'unsigned'
}

type Known = Pick<ScoreProps, 'score' | 'enrollment' | 'outcome' | 'state'>

/** The launch has happened: nothing can raise its score any more, and nobody can claim it or wait for it. */
export const isOver = ({ outcome, state }: Pick<ScoreProps, 'outcome' | 'state'>): boolean =>
  outcome.launched !== null || state.outcome !== null

/** Whether the launch page has a reminder to offer: before the launch, where web push is configured. */
export const offersReminder = ({ enrollment, outcome, state, canRemind, now }: ScoreProps) =>
  canRemind && !isOver({ outcome, state }) && (enrollment?.scheduledFor ?? '') > now

/** The first card of the rail: the next step, and the ways to share. */
export const NextStep = (props: ScoreProps & { site: Site }) => {
  const { score, state, site } = props
  const share = useWords(shareWords)
  const language = useLanguage()
  const step = findStep(props)
  return (
    <RailCard id="share" title={<StepTitle {...props} />}>
      <StepText {...props} />
      {step !== 'test' && (
        <ShareRow
          url={`${site.url}/score/${score.id}`}
          text={formatShareText(score, { language, serviceName: site.name, state })}
          card={{ path: getScoreCardPath(score.id, state), fileName: `score-${score.id}.png` }}
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
  const { enrollment, now, outcome, state, standing } = props
  const { launched } = outcome
  const titles: Record<Step, string> = {
    test: t.testTitle,
    warned: share.shareWarning,
    preliminary: t.next.preliminary,
    unsigned: t.next.claimTitle,
    enrolled: standing === 'contradicted' ? t.next.enrolledByOther : t.next.enrolled,
    launched: t.next.launched,
  }
  const step = findStep(props)
  const isWarnedOfLaunch = step === 'warned' && state.outcome !== null
  if ((step === 'enrolled' || step === 'launched' || isWarnedOfLaunch) && launched)
    return <>{t.next.launchedOn(formatDate(launched.at, language))}</>
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
          <EnrolledStep
            {...enrollment}
            launched={props.outcome.launched}
            decided={props.state.outcome}
            canBeReminded={offersReminder(props)}
          />
        )
      )
    default:
      return null
  }
}

/** Its creator may still sign: by a link below the ways to share the warning, not a button. */
const WarnedStep = ({ score, enrollment, outcome, state }: ScoreProps) => {
  const t = useWords(scoreWords)
  if (enrollment) return <a href={`/launch/${enrollment.enrollmentId}`}>{t.next.openLaunch}</a>
  if (score.hasStubs || isOver({ outcome, state })) return null
  return <a href={`/enroll/${score.id}`}>{t.next.claimAnyway}</a>
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at, useLanguage())}</time>

type EnrolledProps = NonNullable<ScoreProps['enrollment']> & {
  launched: Launched | null
  decided: ScoreProps['state']['outcome']
  canBeReminded: boolean
}

const EnrolledStep = ({ enrollmentId, scheduledFor, launched, decided, canBeReminded }: EnrolledProps) => {
  const t = useWords(scoreWords)
  return (
    <>
      {(launched === null || decided !== null) && (
        <p class="text">
          {decided && <OutcomeChip outcome={decided} />}
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
