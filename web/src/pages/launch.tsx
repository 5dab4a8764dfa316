import type { Page } from '../page.ts'
import type { LaunchProps } from '../../../contract/props/launch.ts'
import type { Site } from '../../../contract/props/site.ts'
import { formatSubject } from '../../../contract/headline.ts'
import { getLaunchCardPath, getScoreCardPath } from '../../../contract/card-paths.ts'
import { leadSign } from '../../../contract/lead.ts'
import { recordWarning, warned } from '../../../contract/warning-words.ts'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { formatDate, formatDateTime, formatScore } from '../words/formats.ts'
import { type Words, pickWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { leadWords, ledIn, tellIn } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { CreatorCard } from './launch/creator-card.tsx'
import { EditHistory } from './launch/edit-history.tsx'
import { EnrolledPanel } from './launch/enrolled-panel.tsx'
import { CopyNotice } from './score/notices.tsx'
import { OutcomeSection } from './launch/outcome-section.tsx'
import { RedNotice } from './launch/red-notice.tsx'
import { ScoreStrip } from './launch/score-strip.tsx'
import { ShareLaunch } from './launch/share-launch.tsx'
import { Stage } from './launch/stage.tsx'
import { LaunchWordsCard } from './launch/words-card.tsx'

/** A launch: when it is to be, what its creator says of it, and what its score says. */
export const launchPage: Page<LaunchProps> = {
  head: (props, site) => ({
    title: formatHeadline(props, site),
    description: formatDescription(props, site),
    image: {
      path: getLaunchCardPath(props.launch, props.state, props.outcome.launched),
      alt: `${formatHeadline(props, site)}. ${formatScored(props, site)}`,
    },
    frame: {
      imagePath: getScoreCardPath(props.launch.score.id, props.state, '-3x2'),
      button: pickWords(launchWords, site.language).seeLaunch,
    },
    hasOembed: true,
  }),
  Body: (props) => {
    const { enrollment, score } = props.launch
    return (
      <article class="launch-page">
        <Island name="attendance" props={{ enrollmentId: enrollment.enrollmentId }} />
        <OutcomeBar score={score} state={props.state} chainId={props.outcome.binding?.chainId ?? props.chainId} />
        <CriticalBar score={score} state={props.state} />
        <RedNotice score={score} state={props.state} />
        <CopyNotice original={props.original} />
        {props.isNew && <EnrolledPanel {...props} />}
        <Stage {...props} />
        <div class="columns">
          <div class="column">
            <ScoreStrip score={score} state={props.state} />
            <OutcomeSection
              {...props}
              id={enrollment.enrollmentId}
              enrollment={enrollment}
              contractAddress={score.submission.contractAddress ?? null}
            />
            <LaunchWordsCard {...props} />
            <EditHistory {...props} />
          </div>
          <aside class="column">
            <ShareLaunch {...props} />
            <CreatorCard {...props} />
          </aside>
        </div>
      </article>
    )
  },
}

const say = <T,>(words: Words<T>, { language }: Site): T => pickWords(words, language)

function formatHeadline({ launch, phase, outcome: { launched }, state }: LaunchProps, site: Site): string {
  const { score, enrollment } = launch
  const planned = enrollment.scheduledFor ? formatDateTime(enrollment.scheduledFor, site.language) : ''
  const when = launched ? formatDate(launched.at, site.language) : planned
  const headline = say(launchWords, site).titles[phase](formatSubject(score.submission), when)
  return ledIn(site.language, state, headline)
}

function formatDescription(props: LaunchProps, site: Site): string {
  const { score, page } = props.launch
  const facts = [...formatLaunched(props, site), formatScored(props, site)].join(' ')
  const text = `${page.tagline ? `${page.tagline} · ` : ''}${facts}`
  const told = tellIn(site.language, props.state)
  return told === undefined ? warned(recordWarning(score), text) : `${leadSign(props.state)}${told} ${text}`
}

/** `Launched 18 Aug 2026.` */
function formatLaunched({ outcome: { launched } }: LaunchProps, site: Site): string[] {
  if (!launched) return []
  return [say(launchWords, site).launchedOn(formatDate(launched.at, site.language))]
}

function formatScored({ launch: { score }, state }: LaunchProps, site: Site): string {
  const band = say(scoreTerms, site).bands[score.band].toLowerCase()
  if (state.outcome !== null) {
    const t = say(leadWords, site)
    return `${t.beforeBand(formatScore(score.aggregate), band)}${t.stop}`
  }
  return say(launchWords, site).scored(formatScore(score.aggregate), band)
}
