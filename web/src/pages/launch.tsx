import type { Page } from '../page.ts'
import type { LaunchProps } from '../props/launch.ts'
import type { Site } from '../props/site.ts'
import { formatSubject, getLaunchCardPath, listWarningCodes, recordWarning, warned, warningLabel } from '../rules.ts'
import { Island } from '../ui/island.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { formatDate, formatDateTime, formatScore } from '../words/formats.ts'
import { type Words, pickWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { scoreTerms } from '../words/scores.ts'
import { trackRecordWords } from '../words/track-record.ts'
import { CreatorCard } from './launch/creator-card.tsx'
import { EditHistory } from './launch/edit-history.tsx'
import { EnrolledPanel } from './launch/enrolled-panel.tsx'
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
      path: getLaunchCardPath(props.launch, props.outcome.launched),
      alt: `${formatHeadline(props, site)}. ${formatScored(props, site)}`,
    },
    frame: {
      imagePath: `/score/${props.launch.score.id}/card-3x2.png`,
      button: pickWords(launchWords, site.language).seeLaunch,
    },
    hasOembed: true,
  }),
  Body: (props) => {
    const { enrollment, score } = props.launch
    return (
      <article class="launch-page">
        <Island name="attendance" props={{ enrollmentId: enrollment.enrollmentId }} />
        <CriticalBar score={score} />
        <RedNotice score={score} />
        {props.isNew && <EnrolledPanel {...props} />}
        <Stage {...props} />
        <div class="columns">
          <div class="column">
            <ScoreStrip score={score} />
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

function formatHeadline({ launch, phase, outcome: { launched } }: LaunchProps, site: Site): string {
  const { score, enrollment } = launch
  const planned = enrollment.scheduledFor ? formatDateTime(enrollment.scheduledFor, site.language) : ''
  const when = launched ? formatDate(launched.at, site.language) : planned
  const headline = say(launchWords, site).titles[phase](formatSubject(score.submission), when)
  return warned(warningLabel(listWarningCodes(score)), headline, ': ')
}

function formatDescription(props: LaunchProps, site: Site): string {
  const { score, page } = props.launch
  const facts = [...formatLaunched(props, site), formatScored(props, site)].join(' ')
  return warned(recordWarning(score), `${page.tagline ? `${page.tagline} · ` : ''}${facts}`)
}

/** `Rugged.`, `Launched 18 Aug 2026.` */
function formatLaunched({ outcome: { launched } }: LaunchProps, site: Site): string[] {
  if (!launched) return []
  const when = say(launchWords, site).launchedOn(formatDate(launched.at, site.language))
  return launched.outcome === 'rugged' ? [`${say(trackRecordWords, site).outcomeNames.rugged}.`, when] : [when]
}

function formatScored({ launch: { score } }: LaunchProps, site: Site): string {
  const band = say(scoreTerms, site).bands[score.band].toLowerCase()
  return say(launchWords, site).scored(formatScore(score.aggregate), band)
}
