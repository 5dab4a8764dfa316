import type { ScoreProps } from '../../../contract/props/score.ts'
import type { Site } from '../../../contract/props/site.ts'
import { type LeadState, findLead, isCriticalLead, leadSign, ledWithScore } from '../../../contract/lead.ts'
import { getScoreCardPath } from '../../../contract/card-paths.ts'
import { recordWarning, warned } from '../../../contract/warning-words.ts'
import { listSignals } from '../../../contract/signals/looks.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import { findChainName } from '../../../contract/chains.ts'
import type { ScoreResult, WarningCode } from '../../../contract/schemas/score.ts'
import type { Page } from '../page.ts'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { RaiseIt } from '../ui/raise-it.tsx'
import {
  capitalise,
  formatAge,
  formatDateTime,
  formatExact,
  formatList,
  formatScore,
  shortenHex,
} from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { leadWords, ledIn, tellIn } from '../words/lead.ts'
import { outcomeWords } from '../words/outcome.ts'
import { scoreWords } from '../words/score.ts'
import { scoreTerms } from '../words/scores.ts'
import { tellScore } from '../words/sentence.ts'
import { findShareTitle, formatShareText, shareWords } from '../words/share.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { Command } from '../ui/command.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { SignalBars } from '../ui/signal-bars.tsx'
import { SubmittedLinks } from '../ui/submitted-links.tsx'
import { Ticket } from '../ui/ticket.tsx'
import { OutcomeSection } from './outcome.tsx'
import {
  AppealCard,
  CopyAddress,
  CreatorCard,
  findStep,
  HistoryCard,
  isOver,
  LookUpCard,
  NextStep,
  offersReminder,
  PositionCard,
  ProofCard,
  ShareCard,
  Signed,
} from './score-rail.tsx'
import { ScoreStub } from './score-stub.tsx'
import { CopyNotice, EarlierNotices, NewerNotice, TestNotice } from './notices.tsx'

/** One score, to be shared: the number, what it is made of, and how to check it. */
export const scorePage: Page<ScoreProps> = {
  head: ({ score, state }, site) => {
    const title = formatTitle({ score, state }, site)
    const { language } = site
    const result = pickWords(scoreWords, language).result(formatScore(score.aggregate))
    const sentence = tellScore(score, language, state.outcome)
    const told = tellIn(language, state)
    const before = `${capitalise(pickWords(leadWords, language).before(formatScore(score.aggregate)))}.`
    const warning = told === undefined ? recordWarning(score) : undefined
    return {
      title,
      description: warned(
        warning,
        told === undefined ? `${sentence} ${result}` : `${leadSign(state)}${told} ${before}`,
      ),
      image: { path: getScoreCardPath(score.id, state), alt: title },
      frame: { imagePath: getScoreCardPath(score.id, state, '-3x2'), button: 'See the score' },
      hasOembed: true,
      ...(score.test && { isUnlisted: true }),
    }
  },
  Body: (props) => {
    const happened = props.outcome.binding && (
      <OutcomeSection {...props} id={props.score.id} contractAddress={props.score.submission.contractAddress ?? null} />
    )
    const advice = !isOver(props) && <RaiseIt score={props.score} />
    return (
      <article class={props.isFresh ? 'score-page fresh' : 'score-page'}>
        <OutcomeBar {...props} chainId={props.outcome.binding?.chainId ?? props.chainId} />
        <CriticalBar score={props.score} chainId={props.chainId} path={props.site.path} state={props.state} />
        <TestNotice {...props} />
        <NewerNotice {...props} />
        <CopyNotice {...props} />
        <EarlierNotices {...props} />
        <div class="grid">
          <div class="main">
            <Hero {...props} />
            {props.isFresh && advice}
            {props.state.outcome !== null && happened}
            <Signals {...props} />
          </div>
          <div class="rail score-rail">
            <NextStep {...props} />
            <ShareCard {...props} />
            <CreatorCard {...props} />
            <LookUpCard {...props} />
            <ProofCard {...props} />
            {props.position && <PositionCard score={props.score} position={props.position} />}
            <HistoryCard {...props} />
          </div>
          <div class="rest">
            {!props.isFresh && advice}
            {props.state.outcome === null && happened}
            <AppealCard {...props} />
            <Pitch {...props} />
          </div>
        </div>
        <EmbedDialog {...props} />
        {props.isFresh && <Island name="count-up" />}
        <Dock {...props} />
      </article>
    )
  },
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
  if (findLead(state) !== null) return `${test}${ledIn(language, state, state.outcome === null ? mark(name) : name)}`
  const missing = formatList(
    stubbedSignals.map((signal) => pickSignalTitle(signal, language)),
    language,
  )
  const words =
    missing === ''
      ? t.title({ ...values, band: mark(terms.bands[band].toLowerCase()) })
      : t.titlePreliminary({ ...values, missing: mark(missing) })
  return test + words
}

type HeroProps = Pick<ScoreProps, 'score' | 'state' | 'standing' | 'chainId' | 'now'> & {
  position?: ScoreProps['position']
}

/** The ticket of a score: what it is, what it says in a sentence, its number and its verdict. */
export const Hero = (props: HeroProps) => {
  const { score, state } = props
  const language = useLanguage()
  const { submission } = score
  return (
    <Ticket
      name={submission.name}
      symbol={submission.symbol}
      scoreId={score.id}
      tone={findTone(state)}
      tags={<Tags {...props} />}
      sentence={tellScore(score, language, state.outcome)}
      stub={<ScoreStub {...props} />}
    >
      <Doubts {...props} />
    </Ticket>
  )
}

function findTone(state: LeadState): 'bad' | 'graduated' | undefined {
  if (isCriticalLead(state)) return 'bad'
  return state.outcome === 'graduated' ? 'graduated' : undefined
}

/** What the total hides and nothing above the ticket says. */
const Doubts = ({ score, state }: Pick<ScoreProps, 'score' | 'state'>) => {
  const t = useWords(scoreWords)
  const warnings = score.warnings ?? []
  const doubts = warnings.filter(({ severity, code }) => severity === 'caution' && !onTop.has(code))
  if (isCriticalLead(state) || doubts.length === 0) return null
  return (
    <div class="doubts">
      {doubts.map(({ code, message }) => (
        <p class="doubt" key={code}>
          {t.cautions[code] ?? <span lang="en">{message}</span>}
        </p>
      ))}
    </div>
  )
}

/** The first line of the page names these. */
const onTop = new Set<WarningCode>(['owner_can_block_sales', 'owner_can_pause_trading'])

/** The chain, the contract, the creator and the age of a score. */
const Tags = ({ score, state, chainId, standing, now }: HeroProps) => {
  const t = useWords(scoreWords)
  const language = useLanguage()
  const { contractAddress, creatorAddress } = score.submission
  return (
    <>
      <span class="tag">{findChainName(chainId)}</span>
      {contractAddress && <Contract address={contractAddress} />}
      <span class="tag">
        {t.by}{' '}
        <a class="mono" href={`/creator/${creatorAddress}`} title={creatorAddress}>
          {shortenHex(creatorAddress)}
        </a>
        {score.submission.creatorName && <bdi>{score.submission.creatorName}</bdi>}
        {isSignedStanding(standing) && <Signed />}
      </span>
      {state.outcome === null && (
        <time class="tag" dateTime={score.createdAt} title={formatDateTime(score.createdAt, language)}>
          {formatAge(score.createdAt, now, language)}
        </time>
      )}
    </>
  )
}

const Contract = ({ address }: { address: string }) => (
  <span class="tag">
    <span class="unseen">{useWords(scoreWords).contract} </span>
    <span class="mono" title={address}>
      {shortenHex(address)}
    </span>
    <CopyAddress address={address} />
  </span>
)

/** The signals and their sum. */
export const Signals = ({ score }: Pick<ScoreProps, 'score'>) => {
  const { signals: t, why } = useWords(scoreWords)
  return (
    <section class="card signals" aria-labelledby="signals">
      <h2 id="signals">{why(formatScore(score.aggregate))}</h2>
      <SignalBars score={score} />
      <div class="sum">
        <span>{t.total}</span>
        <Island name="recompute" class="recomputed" props={addUp(score)} />
        <output>{formatExact(score.aggregate)}</output>
      </div>
    </section>
  )
}

/** The parts from which the browser adds it up again. */
const addUp = (score: ScoreResult) => ({
  aggregate: score.aggregate,
  band: score.band,
  parts: listSignals(score).map(({ part, reading }) => ({
    weight: Math.round(part.weight * 100),
    score: reading.score,
    stub: reading.stub,
  })),
})

/** The submission, in its author's words. */
export const Pitch = ({ score }: Pick<ScoreProps, 'score'>) => {
  const t = useWords(scoreWords)
  const { submission } = score
  return (
    <>
      <section class="card pitch" aria-labelledby="pitch">
        <h2 id="pitch">{t.pitch}</h2>
        {submission.description === null ? (
          <p class="muted">{t.noPitch}</p>
        ) : (
          <blockquote dir="auto">{submission.description}</blockquote>
        )}
        <SubmittedLinks scoreId={score.id} links={submission.links} />
        <p class="muted">
          {t.pitchBy} · {submission.xHandle === null ? t.noHandle : <HandleLink handle={submission.xHandle} />}
        </p>
      </section>
      <p class="foot">
        {t.foot} <a href={`/v1/score/${score.id}`}>JSON</a>
      </p>
    </>
  )
}

const HandleLink = ({ handle }: { handle: string }) => (
  <OutsideLink href={`https://x.com/${encodeURIComponent(handle.slice(1))}`}>
    {useWords(scoreWords).handle(handle)}
  </OutsideLink>
)

/** On a phone, one secondary and one primary action stay visible: with an outcome or a warning, the primary one is to share it. */
const Dock = (props: ScoreProps & { site: Site }) => {
  const { title: happened } = useWords(outcomeWords)
  const { next: t } = useWords(scoreWords)
  const { score, state } = props
  const action = useAction(props)
  if (findLead(state) === null)
    return (
      <div class="bottom-bar">
        <Shared {...props} look="btn" />
        <a class="btn pri" href={action.href}>
          {action.label}
        </a>
      </div>
    )
  const findings = { href: `#signal-${score.warnings?.[0]?.signal ?? 'risk'}`, label: t.findings }
  const other = state.outcome === null ? findings : { href: '#outcome', label: happened }
  return (
    <div class="bottom-bar">
      <a class="btn" href={other.href}>
        {other.label}
      </a>
      <Shared {...props} look="btn pri" />
    </div>
  )
}

/** Opens the phone's own sheet for sharing. */
const Shared = ({ score, state, site, look }: ScoreProps & { site: Site; look: string }) => {
  const share = useWords(shareWords)
  const language = useLanguage()
  return (
    <Island
      name="share-sheet"
      props={{ url: `${site.url}/score/${score.id}`, text: formatShareText(score, { language, state }) }}
    >
      <a class={look} href="#share">
        {findShareTitle(state, share)}
      </a>
    </Island>
  )
}

function useAction(props: ScoreProps): { href: string; label: string } {
  const { next: t } = useWords(scoreWords)
  const { title: happened } = useWords(outcomeWords)
  const { score, enrollment, replays } = props
  const [newest] = replays
  const path = `/launch/${enrollment?.enrollmentId ?? ''}`
  switch (findStep(props)) {
    case 'unsigned':
      return { href: `/enroll/${score.id}`, label: t.claim }
    case 'enrolled':
      return offersReminder(props) ? { href: `${path}#remind`, label: t.remind } : { href: path, label: t.openLaunch }
    case 'launched':
      return { href: '#outcome', label: happened }
    default:
      return newest && newest.id !== score.id
        ? { href: `/score/${newest.id}`, label: t.newer }
        : { href: '/', label: t.testRecord }
  }
}

/** The markup with which other sites embed the score. */
const EmbedDialog = ({ score, state, site }: ScoreProps & { site: Site }) => {
  const t = useWords(shareWords)
  const { id, submission, aggregate, band } = score
  const url = `${site.url}/score/${id}`
  const points = formatScore(aggregate)
  const toWords = (subject: string) =>
    ledWithScore(state, { subject, points, plain: `${subject}: ${points} of 100, ${band}` })
  const words = toWords(forMarkup(submission.name))
  return (
    <dialog class="embed-dialog" id="embed" aria-labelledby="embed-title">
      <h2 id="embed-title">{t.embedTitle}</h2>
      <img
        src={`/score/${id}/badge.svg?theme=auto`}
        alt={t.badgeAlt(toWords(submission.name))}
        height="20"
        loading="lazy"
      />
      <h3>{t.html}</h3>
      <Command text={`<a href="${url}"><img src="${url}/badge.svg" alt="${words}" height="20"></a>`} what={t.html} />
      <h3>{t.markdown}</h3>
      <Command text={`[![${words}](${url}/badge.svg)](${url})`} what={t.markdown} />
      <h3>{t.frame}</h3>
      <Command
        text={`<iframe src="${site.url}/embed/score/${id}" title="${words}" width="480" height="260" loading="lazy"></iframe>`}
        what={t.frame}
      />
      <button class="btn" type="button" commandfor="embed" command="close">
        {t.close}
      </button>
    </dialog>
  )
}

/** Removes the characters that could be read as markup where others paste a name. */
const forMarkup = (text: string): string => text.replace(/[<>"'&[\]()`\\*_!]/g, '')
