import type { ComponentChildren } from 'preact'
import { findChainName } from '../../../contract/chains.ts'
import { isBadOutcome, isCriticalLead } from '../../../contract/lead.ts'
import type { TokenProps } from '../../../contract/props/lists.ts'
import type { TokenReading } from '../../../contract/schemas/token-reading.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import { dayMs, hourMs } from '../../../contract/time.ts'
import type { Page } from '../page.ts'
import { Address } from '../ui/address.tsx'
import { explorerLink, listChains, tokenPath } from '../ui/chains.ts'
import { Chip, LeadChip, Shape } from '../ui/chips.tsx'
import { CreatorLaunches } from '../ui/creator-launches.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { OutsideLink, withQuery } from '../ui/links.tsx'
import { Mark } from '../ui/mark.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { Ticket } from '../ui/ticket.tsx'
import { formatAge, formatDate, formatNumber, formatPercent, formatSpan, shortenHex } from '../words/formats.ts'
import { type Words, pickWords, useLanguage, useWords } from '../words/language.ts'
import { ledIn } from '../words/lead.ts'
import { tellScore } from '../words/sentence.ts'
import { tokenWords } from '../words/token.ts'
import { type ContractLine, listContract, tellToken } from '../words/verdict.ts'
import { OwnWords } from './bound-token.tsx'
import { ScoreStub } from './score-stub.tsx'

type Language = ReturnType<typeof useLanguage>

/** A token: its verdict, its market, what its contract can do and who made it, scored or not. */
export const tokenPage: Page<TokenProps> = {
  head: ({ contractAddress, speaking, reading }, { language }) => {
    const t = pickWords(tokenWords, language)
    const short = shortenHex(contractAddress)
    if (!speaking) {
      const name = reading?.name && reading.symbol ? `${reading.name} ($${reading.symbol})` : `${t.title} ${short}`
      return { title: t.unscoredTitle(name), description: t.unscoredDescription, isUnlisted: true }
    }
    const { name, symbol } = speaking.score.submission
    return { title: ledIn(language, speaking.state, t.titleFor(name, symbol)), description: t.description(short) }
  },
  Body: (props) => {
    const { speaking, reading } = props
    return (
      <div class="token-page">
        {speaking ? <Scored {...props} speaking={speaking} /> : <Unscored {...props} />}
        <Cards {...props} />
        {reading && <Namesakes reading={reading} now={props.now} />}
        {speaking ? <Others {...props} /> : <Elsewhere {...props} />}
        <Dock {...props} />
      </div>
    )
  },
}

type Speaking = NonNullable<TokenProps['speaking']>

function Scored(props: TokenProps & { speaking: Speaking }) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const { speaking, bound, chainId } = props
  const { score, state, standing, enrollmentId } = speaking
  const { name, symbol } = score.submission
  const isBad = isCriticalLead(state)
  const ended = state.outcome === 'graduated' ? 'graduated' : undefined
  const scorePath = `/score/${score.id}`
  return (
    <>
      <OutcomeBar score={score} state={state} chainId={chainId} href={`${scorePath}#outcome`} />
      <CriticalBar score={score} state={state} />
      <div class="at-a-glance">
        <Ticket
          name={name}
          symbol={symbol}
          scoreId={score.id}
          tone={isBad ? 'bad' : ended}
          tags={<Tags {...props} />}
          sentence={tellScore(score, language)}
          stub={
            <>
              <ScoreStub score={score} state={state} />
              <a class="reasons" href={scorePath}>
                {t.reasons}
              </a>
              {enrollmentId !== null && <a href={`/launch/${enrollmentId}`}>{t.launch}</a>}
            </>
          }
        >
          <Links {...props} />
        </Ticket>
        <Figures {...props} />
      </div>
      {standing === 'bound' && bound && <OwnWords {...bound} />}
      {!props.reading && props.canRead && <Reading {...props} />}
    </>
  )
}

function Unscored(props: TokenProps) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const { contractAddress, reading, creator, canRead } = props
  const verdict = tellToken(reading, creator?.history ?? null, language)
  const isToken = reading?.isContract !== false
  return (
    <div class="at-a-glance">
      <section class="ticket card">
        <div class="subject">
          <div class="who">
            <div>
              <h1 class="name">
                {reading?.name ? <bdi>{reading.name}</bdi> : `${t.title} ${shortenHex(contractAddress)}`}{' '}
                {reading?.symbol && (
                  <span class="ticker">
                    <bdi>${reading.symbol}</bdi>
                  </span>
                )}
              </h1>
              <div class="tags">
                <Tags {...props} />
              </div>
            </div>
          </div>
          {verdict !== null && <p class="told">{verdict}</p>}
          {reading === null && canRead && <Reading {...props} />}
          <Links {...props} />
        </div>
        <div class="stub unscored">
          <span class="blank">
            <Mark size={40} />
          </span>
          <p class="no-score">{t.noScore}</p>
          {isToken && (
            <>
              <p class="meta">{t.noScoreNote}</p>
              <ScoreButton {...props} />
              <p class="meta time">{t.time}</p>
            </>
          )}
        </div>
      </section>
      <Figures {...props} />
    </div>
  )
}

/** Scores the contract. Without scripts, it links to the form. */
function ScoreButton({ contractAddress, chainId }: Pick<TokenProps, 'contractAddress' | 'chainId'>) {
  const t = useWords(tokenWords)
  return (
    <Island class="score-it" name="score-contract" props={{ contractAddress, chainId, scoring: t.scoring }}>
      <button class="btn pri wide needs-script" type="button" data-waiting>
        {t.score}
      </button>
      <a class="btn pri wide without-script" href={toForm({ contractAddress, chainId })}>
        {t.score}
      </a>
      <p class="said" role="status" />
    </Island>
  )
}

/** The form, filled with the contract. */
function toForm({ contractAddress, chainId }: Pick<TokenProps, 'contractAddress' | 'chainId'>): string {
  const [usual] = listChains()
  return withQuery('/', {
    contract: contractAddress,
    chainId: usual === undefined || chainId === usual ? null : chainId,
  })
}

/** Requests a reading: with scripts when the page opens, otherwise with a button. */
function Reading({ contractAddress, chainId }: TokenProps) {
  const t = useWords(tokenWords)
  const [path = '', query] = tokenPath(contractAddress, chainId).split('?')
  return (
    <Island class="reading" name="token-reading" props={{ unread: t.unread, again: t.again }}>
      <form method="post" action={`${path}/reading${query === undefined ? '' : `?${query}`}`}>
        <p class="told needs-script" role="status">
          {t.reading}
        </p>
        <p class="muted">{t.readingNote}</p>
        <button class="btn without-script">{t.read}</button>
      </form>
    </Island>
  )
}

function Tags({ contractAddress, chainId, reading, now }: TokenProps) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const { launchpad = null, createdAt = null } = reading ?? {}
  return (
    <>
      <span class="tag">{findChainName(chainId)}</span>
      <span class="tag">
        <Address address={contractAddress} kind="none" />
      </span>
      {createdAt !== null && <span class="tag">{t.old(formatOld(createdAt, now, language))}</span>}
      {launchpad !== null && <span class="tag">{t.by(launchpad)}</span>}
    </>
  )
}

/** Where it trades, and what the chain's explorer says. */
function Links({ contractAddress, chainId, marketChain, reading }: TokenProps) {
  const t = useWords(tokenWords)
  const explorer = explorerLink(chainId, `token/${contractAddress}`)
  const isTraded = reading === null || reading.market !== null || reading.unread.includes('market')
  return (
    <p class="links">
      {marketChain !== null && isTraded && (
        <OutsideLink class="btn sm" href={chartLink(marketChain, contractAddress)}>
          <Icon name="bars" size={14} />
          {t.links.chart}
        </OutsideLink>
      )}
      {explorer !== undefined && (
        <>
          <OutsideLink class="btn sm" href={explorer}>
            <Icon name="external" size={14} />
            {nameExplorer(explorer)}
          </OutsideLink>
          {reading?.isContract !== false && (
            <OutsideLink
              class="btn sm"
              href={`${explorer}${explorer.includes('blockscout') ? '?tab=holders' : '#balances'}`}
            >
              <Icon name="external" size={14} />
              {t.links.holders}
            </OutsideLink>
          )}
        </>
      )}
    </p>
  )
}

const chartLink = (marketChain: string, address: string) => `https://dexscreener.com/${marketChain}/${address}`

/** `Basescan`: the name in the address of an explorer. */
function nameExplorer(link: string): string {
  const [, name = ''] = /([a-z]+)\.(?:org|com|io)\//.exec(link) ?? []
  return name.charAt(0).toUpperCase() + name.slice(1)
}

interface Figure {
  title: string
  value: ComponentChildren
  isBad?: boolean
}

/** What the market and the holders are like. What isn't known is left out. */
function Figures({ reading, canRead }: TokenProps) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const titles = t.figures
  if (!reading)
    return canRead ? (
      <WaitingFigures titles={[titles.depth, titles.holders, titles.top, titles.lock, titles.trades]} />
    ) : null
  const figures = listFigures(reading, t, language)
  return figures.length === 0 ? null : (
    <dl class="figures card">
      {figures.map(({ title, value, isBad }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd class={isBad ? 'bad' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The room of the figures until they are read, for visitors with scripts. */
const WaitingFigures = ({ titles }: { titles: string[] }) => (
  <dl class="figures card needs-script">
    {titles.map((title) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd class="waiting">
          <span />
        </dd>
      </div>
    ))}
  </dl>
)

function listFigures(reading: TokenReading, t: TokenWords, language: Language): Figure[] {
  const { market, holders, topShare } = reading
  const { figures } = t
  const lock = tellLock(reading, t, language)
  return [
    ...(market?.depth == null ? [] : [{ title: figures.depth, value: formatDollars(market.depth, language) }]),
    ...(holders === null ? [] : [{ title: figures.holders, value: formatNumber(holders, language) }]),
    ...(topShare === null
      ? []
      : [{ title: figures.top, value: formatPercent(round(topShare), language), isBad: topShare > 0.5 }]),
    ...(lock === null ? [] : [{ title: figures.lock, ...lock }]),
    ...(market?.trades == null ? [] : [{ title: figures.trades, value: formatNumber(market.trades, language) }]),
    ...(market?.price == null ? [] : [{ title: figures.price, value: formatPrice(market.price, language) }]),
  ].slice(0, 5)
}

type TokenWords = typeof tokenWords extends Words<infer T> ? T : never

/** To whole percents. */
const round = (share: number): number => Math.round(share * 100) / 100

function tellLock({ lockedShare, lockedUntil }: TokenReading, { locks }: TokenWords, language: Language) {
  if (lockedShare === null) return null
  if (lockedShare < 0.01) return { value: locks.none, isBad: true }
  if (lockedShare < 0.9) return { value: locks.part(formatPercent(round(lockedShare), language)), isBad: true }
  return { value: lockedUntil === null ? locks.whole : locks.until(formatDate(lockedUntil, language)) }
}

const formatDollars = (value: number, language: Language): string =>
  formatNumber(value, language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  })

const formatPrice = (value: number, language: Language): string =>
  formatNumber(value, language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumSignificantDigits: 3,
  })

/** `6 hours`, `41 days`, `2.2 years`. */
function formatOld(since: string, now: string, language: Language): string {
  const ms = Math.max(0, Date.parse(now) - Date.parse(since))
  if (ms < dayMs) return formatUnit(Math.floor(ms / hourMs), 'hour', language)
  return formatDays(Math.floor(ms / dayMs), language)
}

const formatDays = (days: number, language: Language): string =>
  days < 365 ? formatUnit(days, 'day', language) : formatUnit(Math.round(days / 36.525) / 10, 'year', language)

const formatUnit = (value: number, unit: string, language: Language): string =>
  formatNumber(value, language, { style: 'unit', unit, unitDisplay: 'long' })

/** For tables: `6 h`, `41 d`. */
function formatOldShort(since: string, now: string, language: Language): string {
  const ms = Math.max(0, Date.parse(now) - Date.parse(since))
  const unit = ms < dayMs ? hourMs : dayMs
  return formatSpan(Math.floor(ms / unit) * unit, language)
}

function Cards(props: TokenProps) {
  const { reading, canRead, speaking } = props
  if (!reading && !canRead && props.creator === null) return null
  if (reading?.isContract === false && !speaking) return null
  return (
    <div class="pair">
      <Contract {...props} />
      <Maker {...props} />
    </div>
  )
}

function Contract({ reading, canRead, now }: TokenProps) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  if (!reading && !canRead) return null
  if (!reading) return <WaitingCard title={t.can} />
  const { contract } = reading
  if (!contract && !reading.unread.includes('contract')) return null
  return (
    <section class="part card">
      <h2>{t.can}</h2>
      {contract ? (
        <>
          <ul class="can">
            {listContract(contract, language).map((line) => (
              <Line key={line.title} {...line} />
            ))}
          </ul>
          <p class="meta">{t.credit(contract.source, formatAge(contract.fetchedAt, now, language))}</p>
        </>
      ) : (
        <p class="muted">{t.unread}</p>
      )}
    </section>
  )
}

const Line = ({ tone, title, note }: ContractLine) => (
  <li class={tone}>
    {tone === 'good' ? <Icon name="check" /> : <Shape of={tone} />}
    <span>
      {title}
      {note !== undefined && <small>{note}</small>}
    </span>
  </li>
)

/** For visitors with scripts, until the token is read. */
const WaitingCard = ({ title }: { title: string }) => (
  <section class="part card waiting needs-script" aria-busy="true">
    <h2>{title}</h2>
    <span />
    <span />
    <span />
    <span />
  </section>
)

/** The wallet behind the token, and what became of its launches. */
function Maker({ creator, speaking, reading, canRead, chainId }: TokenProps) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  if (creator === null && !reading) return canRead ? <WaitingCard title={t.maker} /> : null
  return (
    <section class="part card" id="creator">
      <h2>{t.maker}</h2>
      {creator === null ? (
        <p class="muted">{t.noMaker}</p>
      ) : (
        <>
          <CreatorLaunches {...creator} />
          <dl class="rows">
            <div>
              <dt>{t.makerWallet}</dt>
              <dd>
                <Address address={creator.address} chainId={chainId} />{' '}
                {speaking && <Signature standing={speaking.standing} />}
              </dd>
            </div>
            {creator.walletAgeDays !== null && (
              <div>
                <dt>{t.walletAge}</dt>
                <dd>{formatDays(creator.walletAgeDays, language)}</dd>
              </div>
            )}
          </dl>
          {speaking && <p class="meta">{t.speaks[speaking.standing]}</p>}
        </>
      )}
    </section>
  )
}

const Signature = ({ standing }: Pick<Speaking, 'standing'>) => {
  const t = useWords(tokenWords)
  return isSignedStanding(standing) ? (
    <strong class="signed">✓ {t.signed}</strong>
  ) : (
    <span class="muted">{t.unsigned}</span>
  )
}

/** Tokens of the chain with the same ticker. */
function Namesakes({ reading, now }: { reading: TokenReading; now: string }) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const { namesakes, chainId, symbol, contractAddress } = reading
  if (namesakes.length < 2 || symbol === null) return null
  const oldest = findOldest(namesakes)
  const title = t.namesakes(formatNumber(namesakes.length, language), symbol, findChainName(chainId))
  return (
    <section class="namesakes card">
      <h2>{title}</h2>
      <div class="scroll" role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.columns.token}</th>
              <th scope="col" class="contract">
                {t.columns.contract}
              </th>
              <th scope="col" class="figure">
                {t.columns.age}
              </th>
              <th scope="col" class="figure">
                {t.columns.pools}
              </th>
              <th scope="col">{t.columns.score}</th>
            </tr>
          </thead>
          <tbody>
            {namesakes.map((one) => (
              <tr key={one.contractAddress} class={one.contractAddress === contractAddress ? 'own' : undefined}>
                <th scope="row">
                  <a href={tokenPath(one.contractAddress, chainId)}>
                    <bdi>{one.name || shortenHex(one.contractAddress)}</bdi>
                  </a>{' '}
                  {one.contractAddress === contractAddress && <Chip>{t.own1}</Chip>}
                  {one === oldest && <Chip>{t.oldest}</Chip>}
                </th>
                <td class="contract">
                  <code>{shortenHex(one.contractAddress)}</code>
                </td>
                <td class="figure">{one.tradedSince && formatOldShort(one.tradedSince, now, language)}</td>
                <td class="figure">{formatDollars(one.liquidity, language)}</td>
                <td>
                  {one.score ? (
                    <LeadChip {...one.score} hasStubs={one.score.confidence === 'preliminary'} />
                  ) : (
                    <span class="muted">{t.none}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const findOldest = (namesakes: TokenReading['namesakes']) =>
  namesakes
    .filter(({ tradedSince }) => tradedSince !== null)
    .toSorted((a, b) => (a.tradedSince ?? '').localeCompare(b.tradedSince ?? ''))[0]

/** Other scores of the token. */
function Others({ history, others, now }: TokenProps) {
  const t = useWords(tokenWords)
  return (
    <>
      {history.length > 0 && (
        <Part title={t.history} note={t.historyNote}>
          <ScoreTable tickets={history} now={now} label={t.history} />
        </Part>
      )}
      {others.length > 0 && (
        <Part title={t.others} note={t.othersNote}>
          <ScoreTable tickets={others} now={now} label={t.others} />
        </Part>
      )}
    </>
  )
}

const Part = ({ title, note, children }: { title: string; note: string; children: ComponentChildren }) => (
  <section class="list">
    <h2>{title}</h2>
    <p class="muted">{note}</p>
    {children}
  </section>
)

/** Where else a visitor may want to go. */
function Elsewhere(props: TokenProps) {
  const t = useWords(tokenWords)
  const { contractAddress, reading } = props
  const isToken = reading?.isContract === true
  return (
    <p class="elsewhere">
      {reading?.isContract !== false && (
        <span>
          {t.ownPitch} <a href={toForm(props)}>{t.ownPitchLink}</a>
        </span>
      )}
      {!isToken && (
        <span>
          {t.wallet} <a href={`/creator/${contractAddress}`}>{t.walletLink}</a>
        </span>
      )}
    </p>
  )
}

/** On phones: the chart, and what to do next. */
function Dock({ speaking, reading, contractAddress, chainId, marketChain }: TokenProps) {
  const t = useWords(tokenWords)
  if (!speaking && reading?.isContract === false) return null
  const isOver = speaking !== null && isBadOutcome(speaking.state.outcome)
  return (
    <nav class="bottom-bar" aria-label={t.actions}>
      {marketChain !== null && !isOver && (
        <OutsideLink class="btn" href={chartLink(marketChain, contractAddress)}>
          {t.chart}
        </OutsideLink>
      )}
      {speaking ? (
        <a class="btn pri" href={`/score/${speaking.score.id}`}>
          {t.reasons}
        </a>
      ) : (
        <ScoreButton contractAddress={contractAddress} chainId={chainId} />
      )}
    </nav>
  )
}
