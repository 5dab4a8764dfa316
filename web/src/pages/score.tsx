import type { Page } from '../page.ts'
import type { ScoreProps } from '../../../contract/props/score.ts'
import type { Site } from '../../../contract/props/site.ts'
import { findLead, leadSign } from '../../../contract/lead.ts'
import { getScoreCardPath } from '../../../contract/card-paths.ts'
import { recordWarning, warned } from '../../../contract/warning-words.ts'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { RaiseIt } from '../ui/raise-it.tsx'
import { formatList, formatScore } from '../words/formats.ts'
import { pickWords } from '../words/language.ts'
import { leadWords, ledBefore, ledIn, tellIn } from '../words/lead.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { OutcomeSection } from './launch/outcome-section.tsx'
import { AppealCard } from './score/appeal.tsx'
import { BottomBar } from './score/bottom-bar.tsx'
import { CreatorCard } from './score/creator.tsx'
import { EmbedDialog } from './score/embed.tsx'
import { Hero } from './score/hero.tsx'
import { HistoryCard } from './score/history.tsx'
import { NextStep, isOver } from './score/next-step.tsx'
import { Breadcrumb, CopyNotice, EarlierNotices, NewerNotice, TestNotice } from './score/notices.tsx'
import { Pitch } from './score/pitch.tsx'
import { ProofCard } from './score/proof.tsx'
import { Signals } from './score/signals.tsx'
import { PositionCard } from './score/position.tsx'

/** One score, to be shared: the number, what it is made of, and how to check it. */
export const scorePage: Page<ScoreProps> = {
  head: ({ score, state }, site) => {
    const title = formatTitle({ score, state }, site)
    const text = `${score.explanation.summary} ${pickWords(scoreWords, site.language).description}`
    const told = tellIn(site.language, state)
    const before = `${pickWords(leadWords, site.language).before(formatScore(score.aggregate))}.`
    return {
      title,
      description:
        told === undefined
          ? warned(recordWarning(score), text)
          : `${leadSign(state)}${told} ${capitalise(before)} ${text}`,
      image: { path: getScoreCardPath(score.id, state), alt: title },
      frame: { imagePath: getScoreCardPath(score.id, state, '-3x2'), button: 'See the score' },
      hasOembed: true,
      ...(score.test && { isUnlisted: true }),
    }
  },
  Body: (props) => (
    <article class={props.isFresh ? 'score-page fresh' : 'score-page'}>
      <OutcomeBar {...props} chainId={props.outcome.binding?.chainId ?? props.chainId} />
      <CriticalBar score={props.score} chainId={props.chainId} path={props.site.path} state={props.state} />
      <Breadcrumb {...props} />
      <TestNotice {...props} />
      <NewerNotice {...props} />
      <CopyNotice {...props} />
      <EarlierNotices {...props} />
      <div class="grid">
        <div class="main">
          <Hero {...props} />
          <Signals {...props} />
        </div>
        <div class="rail score-rail">
          <NextStep {...props} />
          {props.position && <PositionCard score={props.score} position={props.position} />}
          <CreatorCard {...props} />
          <ProofCard {...props} />
          <HistoryCard {...props} />
        </div>
        <div class="rest">
          {!isOver(props) && <RaiseIt score={props.score} />}
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
      <EmbedDialog score={props.score} state={props.state} url={`${props.site.url}/score/${props.score.id}`} />
      {props.isFresh && <Island name="count-up" />}
      <BottomBar {...props} />
    </article>
  ),
}

/** The outcome or a critical warning comes first; a warning stands in place of the number, which could be read as praise. */
function formatTitle({ score, state }: Pick<ScoreProps, 'score' | 'state'>, { language }: Site): string {
  const t = pickWords(scoreWords, language)
  const terms = pickWords(scoreTerms, language)
  const { submission, aggregate, band, stubbedSignals } = score
  const name = `${submission.name} ($${submission.symbol})`
  const mark = (text: string) =>
    state.isUnsigned ? `${text}${pickWords(leadWords, language).comma}${terms.unsigned}` : text
  const test = score.test ? t.titleTest : ''
  const values = { name, score: formatScore(aggregate) }
  if (state.outcome !== null) return `${test}${ledBefore(language, state, { subject: name, points: values.score })}`
  if (findLead(state) !== null) return `${test}${ledIn(language, state, mark(name))}`
  const missing = formatList(
    stubbedSignals.map((signal) => pickSignalTitle(signal, language)),
    language,
  )
  const words =
    missing === ''
      ? t.title({ ...values, band: mark(terms.bands[band]) })
      : t.titlePreliminary({ ...values, missing: mark(missing) })
  return test + words
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
