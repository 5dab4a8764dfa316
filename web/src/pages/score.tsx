import type { Page } from '../page.ts'
import type { ScoreProps } from '../props/score.ts'
import type { ScoreResult } from '../api-shapes.ts'
import type { Site } from '../props/site.ts'
import { listWarningCodes, recordWarning, warned, warningLabel } from '../rules.ts'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Island } from '../ui/island.tsx'
import { RaiseIt } from '../ui/raise-it.tsx'
import { formatList, formatScore } from '../words/formats.ts'
import { pickWords } from '../words/language.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'
import { OutcomeSection } from './launch/outcome-section.tsx'
import { AppealCard } from './score/appeal.tsx'
import { BottomBar } from './score/bottom-bar.tsx'
import { CreatorCard } from './score/creator.tsx'
import { EmbedDialog } from './score/embed.tsx'
import { Hero } from './score/hero.tsx'
import { HistoryCard } from './score/history.tsx'
import { NextStep } from './score/next-step.tsx'
import { Breadcrumb, EarlierNotices, NewerNotice, TestNotice } from './score/notices.tsx'
import { Pitch } from './score/pitch.tsx'
import { ProofCard } from './score/proof.tsx'
import { Signals } from './score/signals.tsx'
import { PositionCard } from './score/position.tsx'

/** One score, to be shared: the number, what it is made of, and how to check it. */
export const scorePage: Page<ScoreProps> = {
  head: ({ score }, site) => {
    const title = formatTitle(score, site)
    return {
      title,
      description: warned(
        recordWarning(score),
        `${score.explanation.summary} ${pickWords(scoreWords, site.language).description}`,
      ),
      image: { path: `/score/${score.id}/card.png`, alt: title },
      frame: { imagePath: `/score/${score.id}/card-3x2.png`, button: 'See the score' },
      hasOembed: true,
      ...(score.test && { isUnlisted: true }),
    }
  },
  Body: (props) => (
    <article class={props.isFresh ? 'score-page fresh' : 'score-page'}>
      <CriticalBar score={props.score} chainId={props.chainId} path={props.site.path} />
      <Breadcrumb {...props} />
      <TestNotice {...props} />
      <NewerNotice {...props} />
      <EarlierNotices {...props} />
      <div class="grid">
        <div class="main">
          <Hero {...props} />
          <Signals {...props} />
        </div>
        <div class="rail score-rail">
          <NextStep {...props} />
          <PositionCard {...props} />
          <CreatorCard {...props} />
          <ProofCard {...props} />
          <HistoryCard {...props} />
        </div>
        <div class="rest">
          <RaiseIt score={props.score} />
          {props.outcome.binding && (
            <OutcomeSection
              {...props}
              id={props.score.id}
              contractAddress={props.score.submission.contractAddress ?? null}
            />
          )}
          <AppealCard {...props} />
          <Pitch {...props} />
        </div>
      </div>
      <EmbedDialog score={props.score} url={`${props.site.url}/score/${props.score.id}`} />
      {props.isFresh && <Island name="count-up" />}
      <BottomBar {...props} />
    </article>
  ),
}

/** A critical warning stands in place of the number, which could be read as praise. */
function formatTitle(score: ScoreResult, { language }: Site): string {
  const t = pickWords(scoreWords, language)
  const terms = pickWords(scoreTerms, language)
  const { submission, aggregate, band, stubbedSignals } = score
  const name = `${submission.name} ($${submission.symbol})`
  const label = warningLabel(listWarningCodes(score))
  if (label !== undefined) return `${score.test ? t.titleTest : ''}${warned(label, name, ': ')}`
  const missing = formatList(
    stubbedSignals.map((signal) => terms.signals[signal].title),
    language,
  )
  const values = { name, score: formatScore(aggregate) }
  const words =
    missing === '' ? t.title({ ...values, band: terms.bands[band] }) : t.titlePreliminary({ ...values, missing })
  return (score.test ? t.titleTest : '') + words
}
