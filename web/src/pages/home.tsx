import type { ComponentChildren } from 'preact'
import { findChainName } from '../../../contract/chains.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { RecordedLaunch } from '../../../contract/launch-outcome.ts'
import type { HomeProps, HomeTicket, VersionSignal } from '../../../contract/props/home.ts'
import type { Site } from '../../../contract/props/site.ts'
import { listSignals } from '../../../contract/signals/looks.ts'
import { ScoreForm } from '../islands/score-form/index.tsx'
import type { Page } from '../page.ts'
import { Notice } from '../ui/cards.tsx'
import { BandChip, LeadChip } from '../ui/chips.tsx'
import { Icon, isIconName } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { Picture } from '../ui/picture.tsx'
import { ScoreDial } from '../ui/score-dial.tsx'
import { toScoreBand } from '../ui/short-bars.tsx'
import { Ticket } from '../ui/ticket.tsx'
import { formWords } from '../words/form.ts'
import { formatAge, formatDate, formatDateTime, formatList, formatNumber, formatScore } from '../words/formats.ts'
import { homeWords, tellStrength } from '../words/home.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { countSignals, getSignalIcon, pickSignalTitle, useSignalWords } from '../words/signals.ts'

/** The introduction, an example, the form that scores a launch, and what became of others. */
export const homePage: Page<HomeProps> = {
  head: ({ signals }, { name, language }) => {
    const { title, lede, advice } = pickWords(homeWords, language)
    return { title: `${name}: ${title}`, description: `${lede(countSignals(signals.length, language))} ${advice}` }
  },
  Body: (props) => <Home {...props} />,
}

function Home(props: HomeProps & { site: Site }) {
  const t = useWords(homeWords)
  const { signals, needsKey } = props
  const pending = signals.filter(({ isPending }) => isPending).map(({ name }) => name)
  return (
    <div class="home-page">
      <Hero {...props} />
      <Figures {...props} />
      <section id="score" class="work" aria-labelledby="score-title">
        <h2 id="score-title">{props.figures.scored > 0 ? t.start : t.startFirst}</h2>
        {pending.length > 0 && <Pending pending={pending} />}
        {needsKey ? <KeyNeeded /> : <Form {...props} />}
      </section>
      <Others {...props} isPending={pending.length > 0} />
      <Measured signals={signals} />
      <section class="operators" aria-labelledby="operators-title">
        <p>
          <strong id="operators-title">{t.operators}</strong> {t.operatorsBody}
        </p>
        <a class="btn" href="/docs/quickstart#embed-the-score">
          {t.operatorsLink}
        </a>
      </section>
    </div>
  )
}

function Hero({ example, signals, observing, now }: HomeProps) {
  const t = useWords(homeWords)
  const language = useLanguage()
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>{t.title}</h1>
        <p class="lede">
          {t.lede(countSignals(signals.length, language))} {observing && <span class="more">{t.followed}</span>}
        </p>
        <p class="doors">
          <a class="btn pri" href="#score">
            {t.start}
          </a>
          <a class="btn" href="/search" data-find>
            {t.check}
          </a>
        </p>
        <p class="meta muted terms">{t.free}</p>
      </div>
      <div class="example">{example ? <Example {...example} now={now} /> : <Sample signals={signals} />}</div>
    </div>
  )
}

function Example({ score, now, ...state }: NonNullable<HomeProps['example']> & { now: string }) {
  const t = useWords(homeWords)
  const language = useLanguage()
  const { id, submission, aggregate, band, createdAt } = score
  const reasons = listSignals(score).map(({ name, reading }) => ({
    name,
    score: reading.score,
    reason: tellStrength(name, reading, language),
  }))
  return (
    <Ticket
      name={submission.name}
      symbol={submission.symbol}
      scoreId={id}
      heading="p"
      tags={
        <span class="muted">
          {submission.chainId !== undefined && `${findChainName(submission.chainId)} · `}
          {formatAge(createdAt, now, language)}
        </span>
      }
      stub={
        <Verdict score={aggregate} chip={<LeadChip {...state} band={band} />}>
          <a href={`/score/${id}`}>{t.why}</a>
        </Verdict>
      }
    >
      <Reasons reasons={reasons} />
    </Ticket>
  )
}

/** Before the first score, so that a visitor sees what one looks like. */
function Sample({ signals }: Pick<HomeProps, 'signals'>) {
  const t = useWords(homeWords)
  const known = signals.flatMap(({ name, weight }) => {
    const said = t.sample[name]
    return said ? [{ name, weight, ...said }] : []
  })
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  const total = known.reduce((sum, { weight, score }) => sum + weight * score, 0) / Math.max(1, weights)
  return (
    <Ticket
      name="Paper Boat"
      symbol="BOAT"
      scoreId={null}
      picture={<PaperBoat />}
      heading="p"
      tags={<strong class="tag">{t.sampleTag}</strong>}
      stub={
        <Verdict score={total} chip={<BandChip band={toScoreBand(total)} />}>
          {t.sampleNote}
        </Verdict>
      }
    >
      <Reasons reasons={known} />
    </Ticket>
  )
}

const PaperBoat = () => (
  <svg viewBox="0 0 96 96" width="56" height="56" aria-hidden="true">
    <path class="sky" d="M0 0h96v96H0z" />
    <path class="boat" d="M14 58h68L68 76H28zM48 20l20 38H28zv38" />
    <path class="waves" d="M6 82c8-6 14-6 21 0s14 6 21 0 14-6 21 0 14 6 21 0" />
  </svg>
)

interface VerdictProps {
  score: number
  chip: ComponentChildren
  children: ComponentChildren
}

const Verdict = ({ score, chip, children }: VerdictProps) => (
  <>
    <ScoreDial score={score} />
    <p class="meta muted">{useWords(scoreTerms).outOf100}</p>
    {chip}
    <p class="meta">{children}</p>
  </>
)

const Reasons = ({ reasons }: { reasons: { name: string; score: number; reason: string }[] }) => (
  <ul class="reasons">
    {reasons.map((one) => (
      <ReasonRow key={one.name} {...one} />
    ))}
  </ul>
)

const ReasonRow = ({ name, score, reason }: { name: string; score: number; reason: string }) => (
  <li>
    <span class="signal">{useSignalWords(name).title}</span>
    <span class="reason" title={reason}>
      {reason}
    </span>
    <span class={`points ${toScoreBand(score)}`}>{score}</span>
  </li>
)

/** A figure of zero says nothing, and neither does one figure alone. */
function Figures({ figures, recordChainId }: HomeProps) {
  const t = useWords(homeWords)
  const language = useLanguage()
  const { scored, recorded, followed, graduated, rugged } = figures
  const shownRugged = graduated > 0 && rugged > 0 ? t.alsoRugged(formatNumber(rugged, language)) : ''
  const shown = [
    { count: scored, words: t.scored(scored), path: '/leaderboards?tab=new' },
    { count: recorded, words: t.recorded(findChainName(recordChainId)), path: '/leaderboards' },
    { count: followed, words: t.followedCount, path: '/track-record' },
    graduated > 0
      ? { count: graduated, words: `${t.graduated}${shownRugged}`, path: '/track-record', tone: 'good' }
      : { count: rugged, words: t.rugged, path: '/track-record', tone: 'bad' },
  ].filter(({ count }) => count > 0)
  if (shown.length < 2) return null
  return (
    <ul class="card figures" aria-label={t.figures}>
      {shown.map(({ count, words, path, tone = '' }) => (
        <li key={words}>
          <a href={path}>
            <strong class={tone}>{formatNumber(count, language)}</strong> <span>{words}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const Form = ({ contract, chainId, signals, nameSuffix, riskSource, edited }: HomeProps) => {
  const t = useWords(formWords)
  const language = useLanguage()
  const titled = signals.map(({ name, isPending }) => ({ name, isPending, title: pickSignalTitle(name, language) }))
  const props = { contract, chainId, nameSuffix, riskSource, edited, signals: titled }
  return (
    <>
      <noscript>
        <Notice kind="pending" title={t.needsScript}>
          {t.needsScriptBody}
        </Notice>
      </noscript>
      <Island name="score-form" props={props}>
        <ScoreForm {...props} />
      </Island>
    </>
  )
}

const KeyNeeded = () => {
  const t = useWords(homeWords)
  return (
    <Notice kind="pending" title={t.keyNeeded}>
      {t.keyNeededBody} <a href="/api/v1/docs">{t.reference}</a>
    </Notice>
  )
}

function Pending({ pending }: { pending: string[] }) {
  const t = useWords(homeWords)
  const language = useLanguage()
  const titles = pending.map((name) => pickSignalTitle(name, language))
  return (
    <Notice kind="pending" title={t.preliminary}>
      {t.preliminaryBody(formatList(titles, language))}
    </Notice>
  )
}

/** The newest scores, and what became of earlier ones. */
function Others({ newest, decided, observing, isPending, now }: HomeProps & { isPending: boolean }) {
  const promisesRecord = observing && decided.length === 0 && !isPending
  const count = Number(newest.length > 0) + Number(decided.length > 0 || promisesRecord)
  if (count === 0) return null
  return (
    <div class={count === 2 ? 'others two' : 'others'}>
      {newest.length > 0 && <Newest tickets={newest} now={now} />}
      {decided.length > 0 && <Decided launches={decided} />}
      {promisesRecord && <NoRecord />}
    </div>
  )
}

function Newest({ tickets, now }: { tickets: HomeTicket[]; now: string }) {
  const t = useWords(homeWords)
  const language = useLanguage()
  return (
    <section class="card listed" aria-labelledby="newest-title">
      <div class="section-head">
        <h2 id="newest-title">{t.newest}</h2>
        <a href="/leaderboards?tab=new">{t.allNew}</a>
      </div>
      <Island name="live-list">
        <ul class="newest-list">
          {tickets.map((ticket) => (
            <li key={ticket.scoreId}>
              <Picture scoreId={ticket.scoreId} side={44} isLazy />
              <p class="names">
                <a href={`/score/${ticket.scoreId}`}>
                  <bdi>{ticket.name}</bdi>
                </a>
                <span class="sub">
                  <bdi>${ticket.symbol}</bdi>
                  {' · '}
                  <time dateTime={ticket.createdAt} title={formatDateTime(ticket.createdAt, language)}>
                    {formatAge(ticket.createdAt, now, language)}
                  </time>
                </span>
              </p>
              <p class="result">
                <strong class={isCriticalLead(ticket) ? 'muted' : undefined}>{formatScore(ticket.aggregate)}</strong>
                <LeadChip {...ticket} />
              </p>
            </li>
          ))}
        </ul>
      </Island>
    </section>
  )
}

function Decided({ launches }: { launches: RecordedLaunch[] }) {
  const t = useWords(homeWords)
  const terms = useWords(scoreTerms)
  const language = useLanguage()
  return (
    <section class="card listed" aria-labelledby="decided-title">
      <div class="section-head">
        <h2 id="decided-title">{t.decided}</h2>
        <a href="/track-record">{t.record}</a>
      </div>
      <ul>
        {launches.map(({ scoreId, name, aggregate, band, outcome, warnings, tradingSince, createdAt }) => (
          <li key={scoreId}>
            <Picture scoreId={scoreId} side={44} isLazy />
            <p class="names">
              <a href={`/score/${scoreId}`}>
                <bdi>{name}</bdi>
              </a>
              <span class="sub">
                {t.scoredThen(formatScore(aggregate), terms.bands[band].toLowerCase())}{' '}
                {t.launchedOn(formatDate(tradingSince ?? createdAt, language))}
              </span>
            </p>
            <p class="result">
              <LeadChip outcome={outcome} warnings={warnings} band={band} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NoRecord = () => {
  const t = useWords(homeWords)
  return (
    <section class="card no-record" aria-labelledby="record-title">
      <h2 id="record-title">{t.noRecord}</h2>
      <p class="muted">{t.noRecordBody}</p>
      <a href="/track-record">{t.noRecordLink}</a>
    </section>
  )
}

function Measured({ signals }: Pick<HomeProps, 'signals'>) {
  const t = useWords(homeWords)
  return (
    <section class="card measured" id="measured" aria-labelledby="measured-title">
      <div class="section-head">
        <h2 id="measured-title">{t.measured}</h2>
        <a href="/transparency">{t.howItWorks}</a>
      </div>
      <ul>
        {signals.map((signal) => (
          <Measure key={signal.name} {...signal} />
        ))}
      </ul>
    </section>
  )
}

const Measure = ({ name, weight }: VersionSignal) => {
  const { title, asks } = useSignalWords(name)
  const icon = getSignalIcon(name)
  return (
    <li>
      <Icon name={isIconName(icon) ? icon : 'bars'} />
      <h3>
        {title} <span class="muted">{weight}%</span>
      </h3>
      <p>{asks}</p>
    </li>
  )
}
