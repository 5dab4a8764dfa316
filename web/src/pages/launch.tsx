import type { Page } from '../page.ts'
import type { LaunchProps } from '../pages.ts'
import { Island } from '../ui/island.tsx'
import { utcTime } from '../ui/local-time.ts'
import { Subject } from '../ui/subject.tsx'
import { Tally } from '../ui/tally.tsx'
import { Time } from '../ui/time.tsx'
import { recordWarning, warned, listWarningCodes, warningLabel } from '../rules.ts'
import { WarningBanner } from '../ui/warning.tsx'
import { points } from '../ui/words.ts'
import { EditsSection } from './launch/edits.tsx'
import { FactsSection } from './launch/facts.tsx'
import { RedNotice } from './launch/red-notice.tsx'
import { Stage } from './launch/stage.tsx'

/** A launch: when it is to be, what its creator says of it, and what its score says. */
export const launchPage: Page<LaunchProps> = {
  head: ({ launch }) => ({
    title: headline(launch),
    description: formatDescription(launch),
    image: { path: `/score/${launch.score.id}/card.png`, alt: `${headline(launch)}. ${scoreWords(launch)}` },
    frame: { imagePath: `/score/${launch.score.id}/card-3x2.png`, button: 'See the launch' },
  }),
  Body: (props) => {
    const { enrollment, score } = props.launch
    return (
      <article>
        <Island name="attendance" props={{ enrollmentId: enrollment.enrollmentId }} />
        <WarningBanner score={score} />
        <header class="launch-head">
          <Subject score={score}>
            Signed for by its creator <Time at={enrollment.enrolledAt} />
          </Subject>
          <Tally score={score} />
          <RedNotice score={score} />
        </header>
        <Stage {...props} />
        <FactsSection {...props} />
        <EditsSection {...props} />
      </article>
    )
  },
}

function headline({ score, enrollment: { scheduledFor } }: LaunchProps['launch']): string {
  const { submission } = score
  const when = scheduledFor ? `launch planned for ${utcTime(new Date(scheduledFor))}` : 'launch, no time set'
  return warned(warningLabel(listWarningCodes(score)), `${submission.name} ($${submission.symbol}): ${when}`, ': ')
}

const formatDescription = (launch: LaunchProps['launch']): string =>
  warned(recordWarning(launch.score), `${launch.page.tagline ? `${launch.page.tagline} · ` : ''}${scoreWords(launch)}`)

const scoreWords = ({ score: { aggregate, band } }: LaunchProps['launch']): string =>
  `Scored ${points(aggregate)} of 100, ${band}. Higher is better. No advice to buy.`
