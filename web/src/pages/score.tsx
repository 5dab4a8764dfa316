import type { Page } from '../page.ts'
import type { ScoreProps } from '../pages.ts'
import { listOf, points, titleOf } from '../ui/words.ts'
import { AttestationSection } from './score/attestation.tsx'
import { CreatorSection } from './score/creator.tsx'
import { HistorySection } from './score/history.tsx'
import { LaunchSection } from './score/launch.tsx'
import { LimitsSection } from './score/limits.tsx'
import { RiskSection } from './score/risk.tsx'
import { ShareSection } from './score/share.tsx'
import { SignalsSection } from './score/signals.tsx'
import { StandingSection } from './score/standing.tsx'
import { Verdict } from './score/verdict.tsx'

/** One score, to be shared: the number, what it is made of, and how to check it. */
export const scorePage: Page<ScoreProps> = {
  head: ({ score }) => ({
    title: headline(score),
    description: `${score.explanation.summary} Higher is better. No advice to buy.`,
    image: { path: `/score/${score.id}/card.png`, alt: headline(score) },
    frame: { imagePath: `/score/${score.id}/card-3x2.png`, button: 'See the score' },
  }),
  Body: (props) => (
    <article>
      <Verdict {...props} />
      <SignalsSection {...props} />
      <StandingSection {...props} />
      <RiskSection {...props} />
      <LaunchSection {...props} />
      <CreatorSection {...props} />
      <AttestationSection {...props} />
      <HistorySection {...props} />
      <ShareSection {...props} />
      <LimitsSection {...props} />
    </article>
  ),
}

function headline({ submission, aggregate, band, stubbedSignals }: ScoreProps['score']): string {
  const missing = stubbedSignals.length > 0 ? `, preliminary without ${listOf(stubbedSignals.map(titleOf))}` : ''
  return `${submission.name} ($${submission.symbol}): ${points(aggregate)} of 100, ${band}${missing}`
}
