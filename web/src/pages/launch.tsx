import type { ComponentChildren } from 'preact'
import type { LaunchProps } from '../../../contract/props/launch.ts'
import type { Site } from '../../../contract/props/site.ts'
import { formatSubject } from '../../../contract/headline.ts'
import { getLaunchCardPath, getScoreCardPath } from '../../../contract/card-paths.ts'
import { type LeadState, findLead, isBadOutcome, isCriticalLead, leadSign } from '../../../contract/lead.ts'
import { recordWarning, warned } from '../../../contract/warning-words.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { SignedEdit } from '../../../contract/schemas/launch.ts'
import { dayMs } from '../../../contract/time.ts'
import { findChainName } from '../../../contract/chains.ts'
import { listSignals } from '../../../contract/signals/looks.ts'
import type { Page } from '../page.ts'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatNumber,
  formatScore,
  plural,
  shortenHex,
} from '../words/formats.ts'
import { type Words, pickWords, useLanguage, useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { leadWords, ledIn, tellIn } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { tellScore } from '../words/sentence.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { Address } from '../ui/address.tsx'
import { type Call, CallToAction, LaunchHero } from '../ui/launch-hero.tsx'
import { BandChip, CriticalChip, OutcomeChip, Shape } from '../ui/chips.tsx'
import { CreatorLaunches } from '../ui/creator-launches.tsx'
import { canRemind, Remind } from '../ui/remind.tsx'
import { Icon } from '../ui/icon.tsx'
import { Command } from '../ui/command.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { SubmittedLinks } from '../ui/submitted-links.tsx'
import { ShareRow } from '../ui/share-row.tsx'
import { formatShareText } from '../words/share.ts'
import { toScoreBand } from '../ui/short-bars.tsx'
import { explorerLink } from '../ui/chains.ts'
import { ContractPlace, MarketLinks, NoContract, findContract } from './launch-contract.tsx'
import { CopyNotice, RedNotice } from './notices.tsx'
import { OutcomeSection } from './outcome.tsx'

/** A launch: what became of it or when it is to be, what its creator says of it, and what its score says. */
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
    const { launch, state, outcome, phase } = props
    const { enrollment, score } = launch
    const isOver = outcome.binding !== null && outcome.binding.reason !== 'named_unsigned'
    const strip = <ScoreStrip score={score} state={state} />
    return (
      <article class="launch-page">
        <Island name="attendance" props={{ enrollmentId: enrollment.enrollmentId }} />
        <OutcomeBar score={score} state={state} chainId={outcome.binding?.chainId ?? props.chainId} />
        <CriticalBar score={score} state={state} />
        <RedNotice score={score} state={state} />
        <CopyNotice original={props.original} />
        {props.isNew && <EnrolledPanel {...props} />}
        <Stage {...props} />
        {!isOver && strip}
        <div class="columns">
          <div class="column">
            {isOver && (
              <>
                <FirstFigures {...props} />
                <OutcomeSection
                  {...props}
                  id={enrollment.enrollmentId}
                  contractAddress={score.submission.contractAddress ?? null}
                />
                {strip}
              </>
            )}
            <About {...props} />
            {!isOver && <CreatorCard {...props} />}
          </div>
          <aside class="column">
            <ShareLaunch {...props} />
            {findContract(props) === null &&
              (phase === 'live' || phase === 'passed' ? null : <NoContract {...props} />)}
            {isOver && <CreatorCard {...props} />}
            <Proof {...props} />
          </aside>
        </div>
        <CreatorTools {...props} />
      </article>
    )
  },
}

const say = <T,>(words: Words<T>, { language }: Site): T => pickWords(words, language)

function formatHeadline(props: LaunchProps, site: Site): string {
  const { launch, phase, outcome, state } = props
  const { score, enrollment } = launch
  const { launched } = outcome
  const words = say(launchWords, site)
  const planned = enrollment.scheduledFor ? formatDateTime(enrollment.scheduledFor, site.language) : ''
  const when = launched ? formatDate(launched.at, site.language) : planned
  const subject = formatSubject(score.submission)
  const headline = isFirstDay(props) ? words.isLive(subject) : words.titles[phase](subject, when)
  return ledIn(site.language, state, headline)
}

/** The token exists, and no outcome is due yet. */
const isFirstDay = ({ outcome: { launched }, now }: LaunchProps): boolean =>
  launched !== null && Date.parse(now) - Date.parse(launched.at) < dayMs

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

/** The hero of the page; the creator edits the page in its place. */
const Stage = (props: LaunchProps & { site: Site }) => {
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
          scoreId={launch.score.id}
          tagline={launch.page.tagline}
          state={props.state}
          plan={{ ...toPlan(props), liveTitle: `${liveTitle} · ${props.site.name}` }}
          tags={<Tags {...props} />}
          verdict={<Verdict {...props} />}
        >
          <ContractPlace {...props} />
          <WhatToDo {...props} />
        </LaunchHero>
      </div>
      <div class="stage-editor" hidden />
    </Island>
  )
}

const toPlan = ({ launch, phase, outcome, now }: LaunchProps) => ({
  phase,
  now: `${now.slice(0, 19)}Z`,
  scheduledFor: launch.enrollment.scheduledFor,
  movedFrom: launch.movedFrom,
  launchedAt: outcome.launched?.at ?? null,
  isDecided: outcome.launched?.outcome != null,
})

/** The chain, and the wallet that signed for the launch. */
const Tags = ({ launch, standing, outcome, chainId, now }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { creatorAddress, enrolledAt } = launch.enrollment
  const isContradicted = standing === 'contradicted'
  const when = formatAge(enrolledAt, now, language)
  return (
    <>
      <span class="tag">{findChainName(outcome.binding?.chainId ?? chainId)}</span>
      <span class="tag">
        <span class="by">{t.by} </span>
        <a class="mono" href={`/creator/${creatorAddress}`}>
          {shortenHex(creatorAddress)}
        </a>{' '}
        <time class={isContradicted ? undefined : 'signed'} dateTime={enrolledAt} title={when}>
          {isContradicted ? t.signedByOther : `✓ ${t.signed}`}
        </time>
      </span>
    </>
  )
}

/** What became of the launch, or the finding that should keep everybody away. */
const Verdict = (props: LaunchProps) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const { state, outcome, now } = props
  const lead = findLead(state)
  if (lead && 'warning' in lead)
    return (
      <p class="verdict">
        <CriticalChip codes={state.warnings} />
      </p>
    )
  const decided = lead?.outcome ?? (isFirstDay(props) ? null : (outcome.launched?.outcome ?? null))
  if (decided === null) return null
  const [at, story] = [state.outcomeAt ?? now, state.story]
  const texts: Record<string, string> = {
    rugged: t.ruggedOn(formatDate(at, language)),
    dead: t.deadSince(formatDate(at, language)),
    ...(story?.afterHours != null && {
      graduated: t.graduatedOnDay(formatNumber(Math.max(1, Math.round(story.afterHours / 24)), language)),
    }),
  }
  const text = texts[decided]
  return (
    <p class="verdict">
      {text === undefined ? (
        <OutcomeChip outcome={decided} />
      ) : (
        <span class={`chip ${decided}`}>
          <Shape of={decided} />
          {text}
        </span>
      )}
    </p>
  )
}

/** What this visitor can do now. On a phone it stays at the foot of the screen. */
const WhatToDo = (props: LaunchProps) => {
  const { phase, state, outcome } = props
  const isBefore = phase === 'scheduled' || phase === 'unscheduled' || phase === 'withdrawn'
  if (isCriticalLead(state)) return <WarnedBar {...props} />
  if (isBefore && outcome.binding === null) return <Reminders {...props} />
  return <MarketLinks {...props} />
}

/** On a phone: what is wrong, and how to tell others. */
const WarnedBar = ({ launch: { score }, state }: LaunchProps) => {
  const t = useWords(launchWords)
  const isOver = isBadOutcome(state.outcome)
  return (
    <div class="bottom-bar phone-only">
      <a class="btn" href={isOver ? '#outcome' : `/score/${score.id}#signal-${score.warnings?.[0]?.signal ?? 'risk'}`}>
        {isOver ? t.whatHappened : t.findings}
      </a>
      <a class="btn pri" href="#share">
        {t.shareTitles.warning}
      </a>
    </div>
  )
}

/** A smaller number isn't shown. */
const leastReminders = 10

/** Until the launch: a reminder, the calendar, and a channel that everybody can follow. */
const Reminders = (props: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { launch, phase, remindBy, telegramChannel } = props
  const { enrollmentId } = launch.enrollment
  const isOffered = canRemind(remindBy)
  const hasActions = isOffered || phase === 'scheduled'
  return (
    <>
      {hasActions && (
        <div class="to-do bottom-bar" id="remind">
          {isOffered && <Remind enrollmentId={enrollmentId} by={remindBy} />}
          {phase === 'scheduled' && (
            <a class={isOffered ? 'btn' : 'btn pri'} href={`/launch/${enrollmentId}/calendar.ics`}>
              <Icon name="calendar" />
              {isOffered ? t.calendar : t.addToCalendar}
            </a>
          )}
        </div>
      )}
      {launch.reminders >= leastReminders && <p class="count">{plural(language, launch.reminders, t.reminders)}</p>}
      {telegramChannel && (
        <p class="count">
          <a href={`https://t.me/${telegramChannel.slice(1)}`} rel="noopener noreferrer" target="_blank">
            {t.telegram(telegramChannel)}
          </a>
        </p>
      )}
    </>
  )
}

/** The checklist for the creator who has just signed. */
export const EnrolledPanel = ({ launch }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { enrollment, page, score } = launch
  const hasWords = page.tagline !== null && page.ctaUrl !== null
  const hasTime = enrollment.scheduledFor !== null
  const isReady = hasWords && hasTime
  return (
    <div class="enrolled card" data-opens={page.updatedAt === null ? '' : undefined}>
      <div class="enrolled-head">
        <h2>{isReady ? t.enrolledReady : t.enrolled}</h2>
        <a class="meta" href={`/launch/${enrollment.enrollmentId}`}>
          {t.hide}
        </a>
      </div>
      <p class="muted">{isReady ? t.readyNote : t.enrolledNote}</p>
      <ol class="steps">
        <Step name={t.steps.score(formatScore(score.aggregate))} isDone />
        <Step name={t.steps.signature} isDone />
        <Step name={t.steps.words} isDone={hasWords}>
          <EditButton field={page.tagline === null ? 'tagline' : 'ctaUrl'}>{hasWords ? t.change : t.add}</EditButton>
        </Step>
        <Step
          name={t.steps.time}
          note={hasTime ? formatDateTime(enrollment.scheduledFor ?? '', language) : undefined}
          isDone={hasTime}
        >
          <EditButton field="scheduledFor">{hasTime ? t.change : t.setTime}</EditButton>
        </Step>
        <Step name={t.steps.share} isDone={false}>
          <a class={isReady ? 'btn pri sm' : 'btn sm'} href="#share">
            {t.share}
          </a>
        </Step>
      </ol>
    </div>
  )
}

interface StepProps {
  name: string
  note?: string | undefined
  isDone: boolean
  children?: ComponentChildren
}

const Step = ({ name, note, isDone, children }: StepProps) => {
  const t = useWords(launchWords)
  return (
    <li class={isDone ? 'step done' : 'step'}>
      <span class="step-mark">{isDone && <Icon name="check" size={14} />}</span>
      <span class="step-name">
        {name}
        {isDone && <span class="unseen"> ({t.done})</span>}
        {note && <span class="muted meta">{note}</span>}
      </span>
      {children}
    </li>
  )
}

const EditButton = ({ field, children }: { field: string; children: ComponentChildren }) => (
  <button class="btn sm needs-script" type="button" data-edit={field} data-waiting>
    {children}
  </button>
)

/** Ways to tell others of the launch; each names the outcome or a critical warning first (D59, D101). */
const ShareLaunch = (props: LaunchProps & { site: Site }) => {
  const t = useWords(launchWords)
  const { launch, state, outcome, site } = props
  const language = useLanguage()
  const url = `${site.url}/launch/${launch.enrollment.enrollmentId}`
  const card = getLaunchCardPath(launch, state, outcome.launched)
  const kind = findShareKind(props)
  return (
    <section class="card box share-launch" id="share" aria-labelledby="share-title">
      <h2 id="share-title">{t.shareTitles[kind]}</h2>
      {kind === 'graduated' && (
        <img
          class="share-card"
          src={card}
          alt={ledIn(language, state, launch.score.submission.name)}
          width="1200"
          height="630"
          loading="lazy"
        />
      )}
      <ShareRow url={url} text={useShareText(props)} card={{ path: card, fileName: 'launch.png' }} />
    </section>
  )
}

function findShareKind(props: LaunchProps): 'plain' | 'live' | 'warning' | 'graduated' {
  if (isCriticalLead(props.state)) return 'warning'
  if (props.state.outcome === 'graduated') return 'graduated'
  return isFirstDay(props) ? 'live' : 'plain'
}

function useShareText({ launch, phase, state }: LaunchProps): string {
  const language = useLanguage()
  const launchesAt = phase === 'scheduled' ? launch.enrollment.scheduledFor : null
  return formatShareText(launch.score, { language, launchesAt, state })
}

/** The market as it was seen last, until there is an outcome to speak of. */
const FirstFigures = (props: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { outcome, now } = props
  const { followed } = outcome
  const last = followed?.observations.findLast(({ state, depth }) => state === 'seen' && depth !== null)
  const next = followed?.horizons.find((one) => one.outcome === null)
  if (!isFirstDay(props) || !last) return null
  const count = (value: number | null) => (value === null ? '–' : formatNumber(value, language))
  const dollars = {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  } as const
  return (
    <section class="card box" aria-labelledby="figures">
      <div class="between">
        <h2 id="figures">{last.age < 1 / 24 ? t.firstMinutes : t.soFar}</h2>
        <span class="muted meta">{t.updated(formatAge(last.seenAt, now, language))}</span>
      </div>
      <dl class="figures">
        <Figure name={t.figures.liquidity}>{formatNumber(last.depth ?? 0, language, dollars)}</Figure>
        <Figure name={t.figures.buys}>{count(last.buys)}</Figure>
        <Figure name={t.figures.sells}>{count(last.sells)}</Figure>
      </dl>
      {next && <p class="muted meta">{t.firstOutcome(formatDateTime(next.dueAt, language))}</p>}
    </section>
  )
}

const Figure = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A summary of the score, which leads to its page. */
export const ScoreStrip = ({ score, state }: { score: ScoreResult; state: LeadState }) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const isOver = state.outcome !== null
  const [whole = '', decimals] = formatScore(score.aggregate).split('.')
  return (
    <a class={isCriticalLead(state) ? 'score-strip card old' : 'score-strip card'} href={`/score/${score.id}`}>
      <span class={score.hasStubs ? 'number preliminary' : 'number'}>
        <span class="unseen">{t.score} </span>
        {whole}
        {decimals !== undefined && <small>.{decimals}</small>}
      </span>
      <span class="sentence">
        {isOver && <b>{t.beforeLaunch}</b>} {tellScore(score, language)}
      </span>
      <SixBars score={score} />
      <StripVerdict score={score} state={state} />
    </a>
  )
}

/** Where something worse leads the page, the band is only told. */
const StripVerdict = ({ score: { band, hasStubs }, state }: { score: ScoreResult; state: LeadState }) => {
  const t = useWords(launchWords)
  if (!isCriticalLead(state) || hasStubs) return <BandChip band={band} hasStubs={hasStubs} />
  return <span class="muted alone">{(isBadOutcome(state.outcome) ? t.bandBefore : t.scoreAlone)[band]}</span>
}

/** Every signal as a bar, side by side. */
const SixBars = ({ score }: { score: ScoreResult }) => {
  const language = useLanguage()
  const { notMeasured } = useWords(scoreTerms)
  const bars = listSignals(score).map(({ name, reading }) => ({ name, points: reading.stub ? null : reading.score }))
  const label = bars.map(
    ({ name, points }) => `${pickSignalTitle(name, language)} ${points === null ? notMeasured : formatScore(points)}`,
  )
  const width = bars.length * 10 - 3
  return (
    <svg class="six" viewBox={`0 0 ${width} 26`} width={width} height="26" role="img" aria-label={label.join(', ')}>
      {bars.map(({ name, points }, at) => {
        const height = Math.max(3, ((points ?? 100) * 26) / 100)
        return (
          <rect
            key={name}
            class={points === null ? 'unknown' : toScoreBand(points)}
            x={at * 10}
            y={26 - height}
            width="7"
            height={height}
            rx="2"
          />
        )
      })}
    </svg>
  )
}

/** The creator's own words; without them the pitch that the score is about. */
const About = ({ launch, state }: LaunchProps) => {
  const t = useWords(launchWords)
  const { page, score, enrollment } = launch
  const { description: pitch, links = [], xHandle } = score.submission
  const texts = [...new Set([page.description, pitch].filter((text) => text !== null))]
  const call = toCall(page, enrollment.enrollmentId)
  if (texts.length === 0 && !call && links.length === 0 && xHandle === null) return null
  return (
    <section class="card box" aria-labelledby="about">
      <h2 id="about">{t.about}</h2>
      {texts.map((text, at) => (
        <div key={text} class="text">
          {at > 0 && <h3>{t.pitch}</h3>}
          <p class="prose words" dir="auto">
            {text}
          </p>
        </div>
      ))}
      {call && <CallToAction {...call} state={state} />}
      <SubmittedLinks scoreId={score.id} links={links} />
      {xHandle !== null && (
        <p>
          <OutsideLink class="btn sm" href={`https://x.com/${encodeURIComponent(xHandle.slice(1))}`}>
            {xHandle} <Icon name="external" size={14} />
          </OutsideLink>
        </p>
      )}
    </section>
  )
}

function toCall({ ctaUrl, ctaLabel, ctaUrlUnicode }: LaunchProps['launch']['page'], enrollmentId: string): Call | null {
  if (ctaUrl === null) return null
  return { href: `/launch/${enrollmentId}/leave`, label: ctaLabel, url: ctaUrl, unicodeUrl: ctaUrlUnicode }
}

/** What the wallet launched before, as far as we looked. */
const CreatorCard = ({ launch, creator }: LaunchProps) => {
  const t = useWords(launchWords)
  const { creatorAddress } = launch.enrollment
  return (
    <section class="card box" aria-labelledby="creator">
      <h2 id="creator">{t.creator}</h2>
      <CreatorLaunches {...creator} />
      <p class="wallet">
        <Address address={creatorAddress} />
      </p>
      <p class="meta">
        <a href={`/creator/${creatorAddress}`}>{t.viewCreator}</a>
      </p>
    </section>
  )
}

/** That the score stood on a chain, and was there before the token. */
const Proof = ({ launch: { score }, recorded, outcome: { binding } }: LaunchProps) => {
  const t = useWords(launchWords)
  if (!recorded) return null
  const href = explorerLink(recorded.chainId, `tx/${recorded.txHash}`)
  const short = <code>{shortenHex(recorded.txHash)}</code>
  return (
    <section class="card box" aria-labelledby="proof">
      <h2 id="proof">{t.proof}</h2>
      <p>
        <b class="good">✓ {t.recorded(findChainName(recorded.chainId))}</b>
        {(binding === null || binding.anchored) && ` ${t.recordedBefore}`}{' '}
        {href ? <OutsideLink href={href}>{short}</OutsideLink> : short}
      </p>
      <p>
        <a class="btn sm" href={`/score/${score.id}#proof`}>
          {t.verify}
        </a>
      </p>
    </section>
  )
}

/** What only the creator's wallet can do, below everything that is for visitors. */
const CreatorTools = (props: LaunchProps) => {
  const t = useWords(launchWords)
  return (
    <footer class="own">
      <p class="meta">
        {t.areYou}{' '}
        <button class="text-button needs-script" type="button" data-edit="" data-waiting>
          {t.edit}
        </button>
        <noscript>{t.needsScript}</noscript>
      </p>
      {props.outcome.canBind && <TokenTools {...props} />}
      <EditHistory {...props} />
    </footer>
  )
}

/** The way to the form that confirms the token, denies it, or shows the tokens that name the wallet. */
const TokenTools = ({ launch: { enrollment, score }, outcome: { binding } }: LaunchProps) => {
  const t = useWords(launchWords)
  const { enrollmentId, creatorAddress } = enrollment
  const isProven = binding?.state === 'proven'
  const tool = findTool(binding)
  const guesses = {
    confirm: (isProven ? binding.tokenAddress : score.submission.contractAddress) ?? null,
    other: null,
    settled: null,
  }
  const tokenAddress = guesses[tool]
  const boundToken = isProven ? binding.tokenAddress : null
  return (
    <Island
      name="bind-token"
      class="token-tools needs-script"
      props={{ enrollmentId, creatorAddress, tokenAddress, boundToken, isSettled: tool === 'settled' }}
    >
      <button class="text-button" type="button" data-waiting>
        {t.tokenTools[tool]}
      </button>
    </Island>
  )
}

/** A proven binding that is signed is settled: the creator can only deny it. */
function findTool(binding: LaunchProps['outcome']['binding']): 'confirm' | 'other' | 'settled' {
  if (!binding) return 'confirm'
  if (binding.state !== 'proven') return 'other'
  return binding.origin === 'signed' ? 'settled' : 'confirm'
}

/** The creator's changes and their times, with everything that is needed to check them. */
const EditHistory = ({ launch, edits, hasMoreEdits }: LaunchProps) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  if (edits.length === 0) return null
  const count = hasMoreEdits
    ? plural(language, edits.length, { other: t.moreEdits })
    : plural(language, edits.length, t.editCount)
  return (
    <details class="edit-history" id="edits">
      <summary>
        {t.history} <span class="muted">({count})</span>
      </summary>
      <div class="history-body">
        <p class="muted meta">{t.historyNote}</p>
        <ol class="edits">
          {edits.map((edit) => (
            <Edit key={edit.issuedAt} {...edit} />
          ))}
        </ol>
        <p class="muted meta">
          {hasMoreEdits && `${t.older} `}
          <a href={`/v1/launch/${launch.enrollment.enrollmentId}/page/history`}>{t.asJson}</a>
        </p>
      </div>
    </details>
  )
}

const Edit = (edit: SignedEdit) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  return (
    <li>
      <p class="edit-when">
        <time dateTime={edit.editedAt}>{formatDateTime(edit.editedAt, language)}</time>
      </p>
      <dl class="edit-fields">
        {names.map(
          (name) =>
            edit.fields[name] !== undefined && (
              <div key={name}>
                <dt>{t.fields[name]}</dt>
                <dd dir="auto">
                  <Value name={name} value={edit.fields[name]} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <Evidence {...edit} />
    </li>
  )
}

const Evidence = ({ message, signature, verified }: SignedEdit) => {
  const t = useWords(launchWords)
  return (
    <details>
      <summary>{t.messageAndSignature}</summary>
      <Command text={message} what={t.theMessage} />
      <Command text={signature} what={t.theSignature} />
      <p class="muted meta">
        {verified.by === 'key'
          ? t.verifiedByKey
          : t.verifiedByContract(findChainName(verified.chainId ?? 0), String(verified.block))}
      </p>
    </details>
  )
}

type Name = keyof SignedEdit['fields']
const names: Name[] = ['tagline', 'description', 'ctaLabel', 'ctaUrl', 'scheduledFor']

const Value = ({ name, value }: { name: Name; value: string | null }) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  if (value === null) return <span class="muted">{t.cleared}</span>
  if (name === 'scheduledFor') return <time dateTime={value}>{formatDateTime(value, language)}</time>
  return name === 'ctaUrl' ? <code>{value}</code> : <>{value}</>
}
