import type { HomeProps, HomeTicket, VersionSignal } from '../../../contract/props/home.ts'
import type { Site } from '../../../contract/props/site.ts'
import { ScoreForm } from '../islands/score-form/index.tsx'
import type { Page } from '../page.ts'
import { Notice } from '../ui/cards.tsx'
import { LeadChip } from '../ui/chips.tsx'
import { Command } from '../ui/command.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { Picture } from '../ui/picture.tsx'
import { ShortBars } from '../ui/short-bars.tsx'
import { exploreWords } from '../words/explore.ts'
import { formWords } from '../words/form.ts'
import { formatDateTime, formatList, formatScore } from '../words/formats.ts'
import { frameWords } from '../words/frame.ts'
import { homeWords } from '../words/home.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { countSignals, pickSignalTitle, useSignalWords } from '../words/signals.ts'

/** The introduction, an example, the form that scores a launch, and the newest scores. */
export const homePage: Page<HomeProps> = {
  head: ({ signals }, { name, language }) => {
    const { title, lede, foot } = pickWords(homeWords, language)
    return { title: `${name}: ${title}`, description: `${lede(countSignals(signals.length, language))} ${foot}` }
  },
  Body: (props) => <Home {...props} />,
}

function Home({ signals, needsKey, example, newest, contract, chainId, nameSuffix, site }: HomeProps & { site: Site }) {
  const t = useWords(homeWords)
  const pending = signals.filter(({ isPending }) => isPending).map(({ name }) => name)
  return (
    <div class="home-page">
      <Hero example={example} signals={signals} isPending={pending.length > 0} />
      <div class="work">
        <section id="score" aria-labelledby="score-title">
          <h2 id="score-title">{t.startHere}</h2>
          {pending.length > 0 && <Pending pending={pending} />}
          {needsKey ? <KeyNeeded /> : <Form {...{ contract, chainId, signals, nameSuffix }} />}
          <p class="small muted">{t.permanent}</p>
        </section>
        <Newest tickets={newest} isPending={pending.length > 0} />
      </div>
      <Measured signals={signals} />
      <section class="card api" id="programs" aria-labelledby="api-title">
        <h2 id="api-title">{t.api}</h2>
        <p class="muted">
          {needsKey ? t.apiKeyNote : t.apiNote} {t.apiBody}
        </p>
        <Command text={curl(site, needsKey ? ' -H "authorization: Bearer $KEY"' : '')} what={t.command} />
        <p>
          <a href="/api/v1/docs">{t.reference}</a>
        </p>
      </section>
      <p class="small muted">{t.foot}</p>
    </div>
  )
}

/** Whether this deployment leaves a signal unmeasured. */
interface Pendency {
  isPending: boolean
}

interface HeroProps extends Pick<HomeProps, 'example' | 'signals'>, Pendency {}

function Hero({ example, signals, isPending }: HeroProps) {
  const t = useWords(homeWords)
  const language = useLanguage()
  const { searchHint } = useWords(frameWords)
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>{t.title}</h1>
        <p class="lede">{t.lede(countSignals(signals.length, language))}</p>
        <form class="look-up" action="/search" role="search" aria-label={t.find}>
          <input type="search" name="q" required maxLength={100} placeholder={searchHint} aria-label={searchHint} />
          <button class="btn" type="submit">
            {t.findButton}
          </button>
        </form>
        <p>
          <a class="btn pri" href="#score">
            {t.startHere}
            <Icon name="arrow" />
          </a>
        </p>
      </div>
      {example ? <Example ticket={example} /> : <NoExample isPending={isPending} />}
    </div>
  )
}

function Example({ ticket }: { ticket: HomeTicket }) {
  const t = useWords(homeWords)
  const terms = useWords(scoreTerms)
  return (
    <article class="card example" aria-labelledby="example-name">
      <p class="small muted">{t.example}</p>
      <div class="example-head">
        <Picture scoreId={ticket.scoreId} side={64} />
        <p class="names">
          <a id="example-name" href={`/score/${ticket.scoreId}`}>
            <bdi>{ticket.name}</bdi>
          </a>
          <bdi class="muted">${ticket.symbol}</bdi>
        </p>
        <p class="total">
          <span class="number">{formatScore(ticket.aggregate)}</span>
          <LeadChip {...ticket} />
        </p>
      </div>
      <ShortBars bars={ticket.signals.map(({ name, score }) => ({ name, state: score }))} />
      <p class="small faint">
        {terms.outOf100} · {terms.higherIsBetter}
      </p>
    </article>
  )
}

/** Where every score is preliminary, no score can be the first. */
function NoExample({ isPending }: Pendency) {
  const t = useWords(homeWords)
  const { notMeasuredHint } = useWords(exploreWords)
  return (
    <div class="card example none">
      <h2>{t.noExample}</h2>
      <p class="muted">{isPending ? notMeasuredHint : t.noExampleBody}</p>
    </div>
  )
}

function Newest({ tickets, isPending }: { tickets: HomeTicket[] } & Pendency) {
  const t = useWords(homeWords)
  const { notMeasuredHint } = useWords(exploreWords)
  const none = isPending ? notMeasuredHint : t.noNewest
  return (
    <section class="card newest" aria-labelledby="newest-title">
      <div class="section-head">
        <h2 id="newest-title">{t.newest}</h2>
        {tickets.length > 0 && <a href="/leaderboards?tab=new">{t.allNew}</a>}
      </div>
      <Island name="live-list">
        {tickets.length === 0 ? <p class="muted">{none}</p> : <List tickets={tickets} />}
      </Island>
    </section>
  )
}

function List({ tickets }: { tickets: HomeTicket[] }) {
  const language = useLanguage()
  return (
    <ul class="newest-list">
      {tickets.map((ticket) => (
        <li key={ticket.scoreId} title={formatDateTime(ticket.createdAt, language)}>
          <Picture scoreId={ticket.scoreId} side={36} isLazy />
          <p class="names">
            <a href={`/score/${ticket.scoreId}`}>
              <bdi>{ticket.name}</bdi>
            </a>
            <bdi class="small muted">${ticket.symbol}</bdi>
          </p>
          <p class="result">
            <strong>{formatScore(ticket.aggregate)}</strong>
            <LeadChip {...ticket} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const Form = ({
  contract,
  chainId,
  signals,
  nameSuffix,
}: Pick<HomeProps, 'contract' | 'chainId' | 'signals' | 'nameSuffix'>) => {
  const t = useWords(formWords)
  const language = useLanguage()
  const titled = signals.map(({ name, isPending }) => ({ name, isPending, title: pickSignalTitle(name, language) }))
  const props = { contract, chainId, nameSuffix, signals: titled }
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
      {t.keyNeededBody}
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

function Measured({ signals }: Pick<HomeProps, 'signals'>) {
  const t = useWords(homeWords)
  return (
    <section class="card measured" id="measured" aria-labelledby="measured-title">
      <h2 id="measured-title">{t.measured}</h2>
      <p class="muted">{t.measuredNote}</p>
      <ul>
        {signals.map((signal) => (
          <Measure key={signal.name} {...signal} />
        ))}
      </ul>
    </section>
  )
}

const Measure = ({ name, weight }: VersionSignal) => {
  const { title, asks, measuredBy } = useSignalWords(name)
  return (
    <li>
      <h3>
        {title} <span class="muted">{weight}%</span>
      </h3>
      <p>{asks}</p>
      <p class="small faint">{measuredBy}</p>
    </li>
  )
}

const curl = ({ url }: Site, key: string) => `curl -s ${url}/v1/score${key} -H 'content-type: application/json' -d '{
  "name": "Left Sock",
  "symbol": "SOCK",
  "description": "Every washing machine takes one. This is the token of the other.",
  "imageUrl": "https://pictures.example/left-sock.png",
  "xHandle": "@leftsock",
  "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045" }'`
