import type { Page } from '../page.ts'
import type { ScoreProps } from '../pages.ts'
import { recordWarning, warned, listWarningCodes, warningLabel } from '../rules.ts'
import { Notice } from '../ui/notice.tsx'
import { WarningBanner } from '../ui/warning.tsx'
import { formatList, points, getTitle } from '../ui/words.ts'
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
    description: warned(recordWarning(score), `${score.explanation.summary} Higher is better. No advice to buy.`),
    image: { path: `/score/${score.id}/card.png`, alt: headline(score) },
    frame: { imagePath: `/score/${score.id}/card-3x2.png`, button: 'See the score' },
    ...(score.test && { isUnlisted: true }),
  }),
  Body: (props) => (
    <article>
      {props.score.test && <TestRecord />}
      <WarningBanner score={props.score} />
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

const TestRecord = () => (
  <Notice kind="pending" title="This is a test record">
    It was made with a test key: most signals are stubs, and it says nothing about the launch. It is in no list.
  </Notice>
)

function headline(score: ScoreProps['score']): string {
  const { submission, aggregate, band, stubbedSignals } = score
  const missing = stubbedSignals.length > 0 ? `, preliminary without ${formatList(stubbedSignals.map(getTitle))}` : ''
  const words = `${score.test ? 'Test record: ' : ''}${submission.name} ($${submission.symbol}): ${points(aggregate)} of 100, ${band}${missing}`
  return warned(warningLabel(listWarningCodes(score)), words, ': ')
}
