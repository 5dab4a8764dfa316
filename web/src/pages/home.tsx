import { ScoreForm } from '../islands/score-form.tsx'
import type { Page } from '../page.ts'
import type { HomeProps, HomeTicket } from '../props/home.ts'
import type { Site } from '../props/site.ts'
import { Command } from '../ui/command.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { LeadChip } from '../ui/lead-chip.tsx'
import { Notice } from '../ui/notice.tsx'
import { SixBars, mapSignals, signalOrder } from '../ui/six-bars.tsx'
import { formWords } from '../words/form.ts'
import { formatDateTime, formatList, formatScore } from '../words/formats.ts'
import { frameWords } from '../words/frame.ts'
import { exploreWords } from '../words/explore.ts'
import { homeWords } from '../words/home.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { Picture } from '../ui/picture.tsx'

/** The introduction, an example, the form that scores a launch, and the newest scores. */
export const homePage: Page<HomeProps> = {
  head: (_props, { name, language }) => {
    const { title, lede, foot } = pickWords(homeWords, language)
    return { title: `${name}: ${title}`, description: `${lede} ${foot}` }
  },
  Body: (props) => <Home {...props} />,
}

function Home({ pending, needsKey, weights, example, newest, contract, nameSuffix, site }: HomeProps & { site: Site }) {
  const t = useWords(homeWords)
  return (
    <div class="home-page">
      <Hero example={example} pending={pending} />
      <div class="work">
        <section id="score" aria-labelledby="score-title">
          <h2 id="score-title">{t.startHere}</h2>
          {pending.length > 0 && <Pending pending={pending} />}
          {needsKey ? <KeyNeeded /> : <Form {...{ contract, pending, nameSuffix }} />}
          <p class="small muted">{t.permanent}</p>
        </section>
        <Newest tickets={newest} pending={pending} />
      </div>
      <Measured weights={weights} />
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

function Hero({ example, pending }: Pick<HomeProps, 'example' | 'pending'>) {
  const t = useWords(homeWords)
  const { searchHint } = useWords(frameWords)
  return (
    <div class="hero">
      <div class="hero-words">
        <h1>{t.title}</h1>
        <p class="lede">{t.lede}</p>
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
      {example ? <Example ticket={example} /> : <NoExample pending={pending} />}
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
      <SixBars states={mapSignals((name) => ticket.signals[signalOrder.indexOf(name)] ?? null)} />
      <p class="small faint">
        {terms.outOf100} · {terms.higherIsBetter}
      </p>
    </article>
  )
}

/** Where every score is preliminary, no score can be the first. */
function NoExample({ pending }: Pick<HomeProps, 'pending'>) {
  const t = useWords(homeWords)
  const { notMeasuredHint } = useWords(exploreWords)
  return (
    <div class="card example none">
      <h2>{t.noExample}</h2>
      <p class="muted">{pending.length > 0 ? notMeasuredHint : t.noExampleBody}</p>
    </div>
  )
}

function Newest({ tickets, pending }: { tickets: HomeTicket[] } & Pick<HomeProps, 'pending'>) {
  const t = useWords(homeWords)
  const { notMeasuredHint } = useWords(exploreWords)
  const none = pending.length > 0 ? notMeasuredHint : t.noNewest
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

const Form = (props: Pick<HomeProps, 'contract' | 'pending' | 'nameSuffix'>) => {
  const t = useWords(formWords)
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

function Pending({ pending }: Pick<HomeProps, 'pending'>) {
  const t = useWords(homeWords)
  const { signals } = useWords(scoreTerms)
  const language = useLanguage()
  const titles = pending.map((name) => signals[name].title)
  return (
    <Notice kind="pending" title={t.preliminary}>
      {t.preliminaryBody(formatList(titles, language))}
    </Notice>
  )
}

function Measured({ weights }: Pick<HomeProps, 'weights'>) {
  const t = useWords(homeWords)
  const { signals } = useWords(scoreTerms)
  return (
    <section class="card measured" id="measured" aria-labelledby="measured-title">
      <h2 id="measured-title">{t.measured}</h2>
      <p class="muted">{t.measuredNote}</p>
      <ul>
        {signalOrder.map((name) => (
          <li key={name}>
            <h3>
              {signals[name].title} <span class="muted">{weights[name]}%</span>
            </h3>
            <p>{signals[name].asks}</p>
            <p class="small faint">{t.by[name]}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const curl = ({ url }: Site, key: string) => `curl -s ${url}/v1/score${key} -H 'content-type: application/json' -d '{
  "name": "Left Sock",
  "symbol": "SOCK",
  "description": "Every washing machine takes one. This is the token of the other.",
  "imageUrl": "https://pictures.example/left-sock.png",
  "xHandle": "@leftsock",
  "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045" }'`
