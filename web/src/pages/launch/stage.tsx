import type { LaunchProgress } from '../../../../contract/launch-outcome.ts'
import type { ToldState } from '../../../../contract/lead.ts'
import type { LaunchProps } from '../../../../contract/props/launch.ts'
import type { Site } from '../../../../contract/props/site.ts'
import { formatSubject } from '../../../../contract/headline.ts'
import { listWarningCodes } from '../../../../contract/warning-words.ts'
import { Address } from '../../ui/address.tsx'
import { Island } from '../../ui/island.tsx'
import { type Call, LaunchHero } from '../../ui/launch/launch-hero.tsx'
import { OutcomeChip } from '../../ui/outcome-chip.tsx'
import { formatAge, formatDateTime, plural } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { ledIn } from '../../words/lead.ts'
import { launchWords } from '../../words/launch.ts'
import { Remind } from './remind.tsx'

/** The hero of the page; the creator edits the page in its place. */
export const Stage = (props: LaunchProps & { site: Site }) => {
  const t = useWords(launchWords)
  const { launch } = props
  const { enrollmentId, creatorAddress } = launch.enrollment
  const { name, symbol } = launch.score.submission
  const live = t.titles.live(formatSubject(launch.score.submission), '')
  const liveTitle = ledIn(useLanguage(), props.state, live)
  return (
    <Island name="page-editor" class="stage" props={{ enrollmentId, creatorAddress, saved: t.saved }}>
      <div class="stage-shown">
        <LaunchHero
          name={name}
          symbol={symbol}
          picture={`/score/${launch.score.id}/picture?size=344`}
          tagline={launch.page.tagline}
          call={toCall(props)}
          warnings={listWarningCodes(launch.score)}
          outcome={props.state.outcome}
          plan={{ ...toPlan(props), liveTitle: `${liveTitle} · ${props.site.name}` }}
          byline={<Byline {...props} />}
        >
          <LaunchedToken {...props.outcome} decided={props.state.outcome} />
          <WhatToDo {...props} />
        </LaunchHero>
        <p class="own">
          <span class="muted meta">{t.editNote}</span>
          <button class="btn sm needs-script" type="button" data-edit="" data-waiting>
            {t.edit}
          </button>
        </p>
      </div>
      <div class="stage-editor" hidden />
    </Island>
  )
}

function toCall({ launch: { page, enrollment } }: LaunchProps): Call | null {
  if (page.ctaUrl === null) return null
  const href = `/launch/${enrollment.enrollmentId}/leave`
  return { href, label: page.ctaLabel, url: page.ctaUrl, unicodeUrl: page.ctaUrlUnicode }
}

const toPlan = ({ launch, phase, outcome, now }: LaunchProps) => ({
  phase,
  now,
  scheduledFor: launch.enrollment.scheduledFor,
  movedFrom: launch.movedFrom,
  launchedAt: outcome.launched?.at ?? null,
})

const Byline = ({ launch, standing, now }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { enrolledAt } = launch.enrollment
  const isContradicted = standing === 'contradicted'
  const age = formatAge(enrolledAt, now, language)
  return (
    <>
      {!isContradicted && (
        <span class="tick" aria-hidden="true">
          ✓
        </span>
      )}{' '}
      <time dateTime={enrolledAt} title={formatDateTime(enrolledAt, language)}>
        {isContradicted ? t.signedByOther(age) : t.signed(age)}
      </time>
    </>
  )
}

/** The contract, and the outcome so far. */
const LaunchedToken = ({ launched, binding, decided }: LaunchProgress & { decided: ToldState['outcome'] }) => {
  const t = useWords(launchWords)
  if (!launched || !binding) return null
  return (
    <p class="launched-token">
      {t.contract} <Address address={binding.tokenAddress} kind="contract" chainId={binding.chainId} />{' '}
      {decided && <OutcomeChip outcome={decided} />}
    </p>
  )
}

/** Until the launch: a reminder, the calendar, and a channel that everybody can follow. */
const WhatToDo = (props: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { launch, phase, canRemind, telegramChannel } = props
  if (phase === 'live' || phase === 'passed' || phase === 'launched') return null
  const { enrollmentId } = launch.enrollment
  return (
    <div class="to-do" id="remind">
      {canRemind && <Remind enrollmentId={enrollmentId} />}
      {phase === 'scheduled' && (
        <a class={canRemind ? 'btn wide' : 'btn pri wide'} href={`/launch/${enrollmentId}/calendar.ics`}>
          {t.calendar}
        </a>
      )}
      {telegramChannel && (
        <p class="follow">
          <a href={`https://t.me/${telegramChannel.slice(1)}`} rel="noopener noreferrer" target="_blank">
            {t.telegram(telegramChannel)}
          </a>
          <span class="muted">{t.telegramNote}</span>
        </p>
      )}
      {launch.reminders > 0 && <p class="count">{plural(language, launch.reminders, t.reminders)}</p>}
    </div>
  )
}
