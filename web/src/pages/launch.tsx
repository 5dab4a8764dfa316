import type { ComponentChildren } from 'preact'
import type { LaunchProps } from '../../../contract/props/launch.ts'
import type { Site } from '../../../contract/props/site.ts'
import { formatSubject } from '../../../contract/headline.ts'
import { getLaunchCardPath, getScoreCardPath } from '../../../contract/card-paths.ts'
import { type LeadState, leadSign } from '../../../contract/lead.ts'
import { listWarningCodes, recordWarning, warned } from '../../../contract/warning-words.ts'
import type { LaunchProgress } from '../../../contract/launch-outcome.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { SignedEdit } from '../../../contract/schemas/launch.ts'
import type { Page } from '../page.ts'
import { Island } from '../ui/island.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { formatAge, formatDate, formatDateTime, formatNumber, formatScore, plural } from '../words/formats.ts'
import { type Words, pickWords, useLanguage, useWords } from '../words/language.ts'
import { type RemindWords, launchWords } from '../words/launch.ts'
import { leadWords, ledIn, tellIn } from '../words/lead.ts'
import { scoreTerms } from '../words/scores.ts'
import { Address } from '../ui/address.tsx'
import { type Call, LaunchHero } from '../ui/launch-hero.tsx'
import { LeadChip, OutcomeChip } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Command, CopyButton } from '../ui/command.tsx'
import { OutsideLink } from '../ui/links.tsx'
import { SubmittedLinks } from '../ui/submitted-links.tsx'
import { listTargets } from '../ui/share-row.tsx'
import { formatShareText } from '../words/share.ts'
import { ShortBars, toShortBars } from '../ui/short-bars.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { explorerLink } from '../ui/chains.ts'
import { CopyNotice, RedNotice } from './notices.tsx'
import { OutcomeSection } from './outcome.tsx'

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
const LaunchedToken = ({ launched, binding, decided }: LaunchProgress & { decided: LeadState['outcome'] }) => {
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

/** Shown where scripts run, because reminders need a web-push subscription. */
const Remind = ({ enrollmentId }: { enrollmentId: string }) => {
  const t = useWords(launchWords)
  const { remindMe, stopReminding, reminding, notReminding, blocked, noPushService, cantRemind } = t
  const words: RemindWords = { remindMe, stopReminding, reminding, notReminding, blocked, noPushService, cantRemind }
  return (
    <Island name="remind" class="remind needs-script" props={{ enrollmentId, words }}>
      <button class="btn pri wide" type="button" data-waiting>
        {t.remindMe}
      </button>
      <p class="said" role="status" />
    </Island>
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
  const url = `${props.site.url}/launch/${props.launch.enrollment.enrollmentId}`
  const card = getLaunchCardPath(props.launch, props.state, props.outcome.launched)
  return (
    <section class="card box share-launch" id="share" aria-labelledby="share-title">
      <h2 id="share-title">{t.shareTitle}</h2>
      <img
        class="share-card"
        src={card}
        alt={ledIn(useLanguage(), props.state, props.launch.score.submission.name)}
        width="1200"
        height="630"
        loading="lazy"
      />
      <ul class="share-ways">
        {listTargets({ text: useShareText(props), url }).map(({ name, href }) => (
          <li key={name}>
            <OutsideLink class="btn wide" href={href}>
              {t.on[name]}
            </OutsideLink>
          </li>
        ))}
        <li>
          <CopyButton text={url} label={t.copyLink} what={t.toLaunch} class="btn wide" />
        </li>
      </ul>
      <p>
        <a href={card} download="launch.png">
          {t.downloadCard}
        </a>
      </p>
    </section>
  )
}

function useShareText({ launch, phase, state, site }: LaunchProps & { site: Site }): string {
  const language = useLanguage()
  const launchesAt = phase === 'scheduled' ? launch.enrollment.scheduledFor : null
  return formatShareText(launch.score, { language, serviceName: site.name, launchesAt, state })
}

/** A summary of the score, with a link to its page. */
export const ScoreStrip = ({ score, state }: { score: ScoreResult; state: LeadState }) => {
  const t = useWords(launchWords)
  return (
    <section class="score-strip card" aria-labelledby="score-strip">
      <div class="strip-head">
        <h2 id="score-strip">{t.score}</h2>
        <a href={`/score/${score.id}`}>{t.seeScore}</a>
      </div>
      <div class="strip-body">
        <Total score={score} state={state} />
        <ShortBars bars={toShortBars(score)} layout="cells" />
      </div>
    </section>
  )
}

const Total = ({ score, state }: { score: ScoreResult; state: LeadState }) => {
  const terms = useWords(scoreTerms)
  const t = useWords(leadWords)
  return (
    <div class={score.hasStubs ? 'total preliminary' : 'total'}>
      <span class="total-number">{formatScore(score.aggregate)}</span>
      <span class="total-words">
        <LeadChip {...state} band={score.band} hasStubs={score.hasStubs} />
        <span class="faint">
          {state.outcome === null
            ? `${terms.outOf100} · ${terms.higherIsBetter}`
            : t.before(formatScore(score.aggregate))}
        </span>
      </span>
    </div>
  )
}

/** The creator of the launch, and the number of people who have visited its page. */
const CreatorCard = ({ launch, creator, chainId, outcome: { binding } }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { creatorAddress } = launch.enrollment
  const { xHandle, contractAddress: named } = launch.score.submission
  const contractAddress = binding?.state === 'proven' ? binding.tokenAddress : named
  return (
    <section class="card box" aria-labelledby="creator">
      <h2 id="creator">{t.creator}</h2>
      <dl class="pairs">
        <Pair name={t.wallet}>
          <Address address={creatorAddress} href={`/creator/${creatorAddress}`} />
        </Pair>
        <Pair name={t.signedLaunches}>{formatNumber(creator.totalEnrolled, language)}</Pair>
        <Pair name={t.xHandle}>
          {xHandle === null ? (
            t.noHandle
          ) : (
            <OutsideLink href={`https://x.com/${encodeURIComponent(xHandle.slice(1))}`}>{xHandle}</OutsideLink>
          )}
        </Pair>
        <Pair name={t.contract}>
          {contractAddress ? <Contract address={contractAddress} chainId={chainId} /> : t.noContract}
        </Pair>
        <Pair name={t.visitors}>
          <Visitors {...launch} />
        </Pair>
      </dl>
      <p>
        <a href={`/creator/${creatorAddress}`}>{t.viewCreator}</a>
      </p>
      <p class="faint meta">
        {t.advice} {t.phrase}
      </p>
    </section>
  )
}

const Pair = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Contract = ({ address, chainId }: { address: string; chainId: number }) => {
  const t = useWords(launchWords)
  const href = explorerLink(chainId, `address/${address}`)
  return (
    <>
      <Address address={address} {...(href && { href })} />{' '}
      <span class="muted">{t.onChain(findChainName(chainId))}</span>
    </>
  )
}

const Visitors = ({ attendance: { pageViews, uniqueSessions } }: LaunchProps['launch']) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  if (pageViews === 0) return <>{t.noVisitors}</>
  return (
    <>
      {plural(language, uniqueSessions, t.visitorCount)} · {plural(language, pageViews, t.viewCount)}
    </>
  )
}

/** The creator's own words, and the pitch that the score is about. */
const LaunchWordsCard = ({ launch }: LaunchProps) => {
  const t = useWords(launchWords)
  const { description } = launch.page
  const { id, submission } = launch.score
  return (
    <>
      <section class="card box" aria-labelledby="about">
        <h2 id="about">{t.about}</h2>
        {description ? (
          <p class="prose words" dir="auto">
            {description}
          </p>
        ) : (
          <p class="muted">{t.nothingYet}</p>
        )}
      </section>
      <section class="card box" aria-labelledby="pitch">
        <h2 id="pitch">{t.pitch}</h2>
        {submission.description === null ? (
          <p class="muted">{t.noPitch}</p>
        ) : (
          <p class="prose words" dir="auto">
            {submission.description}
          </p>
        )}
        <SubmittedLinks scoreId={id} links={submission.links} />
        <p class="muted meta">{t.pitchNote}</p>
      </section>
    </>
  )
}

/** The creator's changes and their times, with everything that is needed to check them. */
const EditHistory = ({ launch, edits, hasMoreEdits }: LaunchProps) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const count = hasMoreEdits
    ? plural(language, edits.length, { other: t.moreEdits })
    : plural(language, edits.length, t.editCount)
  return (
    <details class="card edit-history" id="edits">
      <summary>
        <h2>{t.history}</h2> <span class="muted meta">{count}</span>
      </summary>
      <div class="history-body">
        {edits.length === 0 ? (
          <p class="muted">{t.noEdits}</p>
        ) : (
          <>
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
          </>
        )}
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
