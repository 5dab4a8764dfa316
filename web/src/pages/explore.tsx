import type { ComponentChildren } from 'preact'
import { bands } from '../../../contract/bands.ts'
import { findChainName } from '../../../contract/chains.ts'
import type { Outcome } from '../../../contract/launch-outcome.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { ExploreProps, ExploreTab, Graduate, GraduateList, LaunchPlan } from '../../../contract/props/lists.ts'
import type { Page } from '../page.ts'
import { EmptyCard } from '../ui/cards.tsx'
import { listChains } from '../ui/chains.ts'
import { LeadChip, OutcomeSquare, Shape } from '../ui/chips.tsx'
import { type Segment, Segments } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { withQuery } from '../ui/links.tsx'
import { Picture } from '../ui/picture.tsx'
import { LoadMore, ScoreTable } from '../ui/score-table.tsx'
import { exploreWords } from '../words/explore.ts'
import { formatDate, formatList, formatNumber, formatScore, plural } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { launchDayWords } from '../words/launch-days.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { LaunchDays } from './launch-days.tsx'

/** The lists of scored launches: boards, calendar and graduates, under one bar of tabs. */
export const explorePage: Page<ExploreProps> = {
  head: ({ tab }, { language }) => {
    const t = pickWords(exploreWords, language)
    return { title: t.titles[tab], description: t.description }
  },
  Body: function Explore(props) {
    const groups = listGroups(props)
    return (
      <div class="explore">
        <Head {...props} groups={groups} />
        <div class="tools">
          <Tabs {...props} />
          {groups.map(({ label, choices, isMenu }) =>
            isMenu ? (
              <ChoiceMenu key={label} label={label} choices={choices} />
            ) : (
              <Segments key={label} label={label} segments={choices} look="choices" />
            ),
          )}
        </div>
        <List {...props} />
        <Foot {...props} />
      </div>
    )
  },
}

const titleOf = { new: 'title', top: 'title', lowest: 'title', soon: 'calendar', graduated: 'graduated' } as const

/** One line on every page, so that the tabs stay in one place. On phones it has the filters. */
function Head({ groups, ...props }: ExploreProps & { groups: Group[] }) {
  const t = useWords(exploreWords)
  const days = useWords(launchDayWords)
  const language = useLanguage()
  const { tab, when, count } = props
  return (
    <div class="head">
      <h1>{t[titleOf[tab]]}</h1>
      {count !== null && <p class="note muted">{plural(language, count, t.count)}</p>}
      {isByDay(when) && <p class="note zone muted">{days.utc}</p>}
      <a class="btn sm mine" href="/launches/mine" title={t.mine}>
        <Icon name="person" />
        <span>{t.mine}</span>
      </a>
      {groups.length > 0 && <FilterMenu groups={groups} isFiltered={isFiltered(props)} />}
    </div>
  )
}

const isByDay = (when: LaunchPlan | null) => when === 'upcoming' || when === 'past'

function Tabs(props: ExploreProps) {
  const t = useWords(exploreWords)
  const tabs: ExploreTab[] = ['top', 'new', 'lowest', 'soon', 'graduated']
  return (
    <Segments
      label={t.sort}
      segments={tabs.map((tab) => ({ title: t.tabs[tab], href: hrefOfTab(props, tab), isChosen: tab === props.tab }))}
    />
  )
}

interface Group {
  label: string
  choices: Segment[]
  /** Wide screens show one pill for all. */
  isMenu?: boolean
}

/** A pill that opens the choices, which would need a second row. Unless the first is chosen, which is no filter, it names the chosen one. */
const ChoiceMenu = ({ label, choices }: Group) => {
  const chosen = choices.slice(1).find(({ isChosen }) => isChosen)
  return (
    <details class="menu choice-menu">
      <summary class={chosen ? 'chosen' : undefined}>
        {chosen ? <span class="unseen">{label}: </span> : label}
        {chosen?.title}
        <Icon name="chevron" size={14} />
      </summary>
      <nav class="panel card" aria-label={label}>
        <ChoiceRows choices={choices} />
      </nav>
    </details>
  )
}

const ChoiceRows = ({ choices }: Pick<Group, 'choices'>) => (
  <ul>
    {choices.map(({ title, href, isChosen }) => (
      <li key={href}>
        <a href={href} aria-current={isChosen ? 'true' : undefined}>
          {title}
          {isChosen && <Icon name="check" />}
        </a>
      </li>
    ))}
  </ul>
)

/** The same choices as rows, for phones. */
const FilterMenu = ({ groups, isFiltered }: { groups: Group[]; isFiltered: boolean }) => {
  const t = useWords(exploreWords)
  return (
    <details class="menu filter-menu">
      <summary class={isFiltered ? 'btn ico chosen' : 'btn ico'} aria-label={t.filters}>
        <Icon name="filter" size={18} />
      </summary>
      <div class="panel card">
        {groups.map(({ label, choices }) => (
          <nav key={label} aria-label={label}>
            <p class="label">{label}</p>
            <ChoiceRows choices={choices} />
          </nav>
        ))}
      </div>
    </details>
  )
}

function listGroups(props: ExploreProps): Group[] {
  const t = useWords(exploreWords)
  const { tab, when, window, isSigned } = props
  if (tab === 'graduated') return []
  const signature = {
    title: t.signedOnly,
    href: hrefOf(props, { signed: isSigned ? null : 'true' }),
    isChosen: isSigned,
  }
  return [
    ...(when ? [{ label: t.when, choices: listPlans(props) }] : []),
    { label: t.bandFilter, choices: listBands(props) },
    ...(window ? [{ label: t.windowFilter, choices: listWindows(props) }] : []),
    ...(window ? [{ label: t.signatureFilter, choices: [signature] }] : []),
    ...(listChains().length > 0 ? [{ label: t.chainFilter, choices: listChainChoices(props), isMenu: true }] : []),
  ]
}

function listPlans(props: ExploreProps): Segment[] {
  const t = useWords(exploreWords)
  const plans: LaunchPlan[] = ['upcoming', 'past', 'all']
  return plans.map((when) => ({
    title: t.whens[when],
    href: hrefOf({ ...props, when }),
    isChosen: when === props.when,
  }))
}

function listWindows(props: ExploreProps): Segment[] {
  const t = useWords(exploreWords)
  return (['24h', '7d', 'all'] as const).map((window) => ({
    title: t.windows[window],
    href: hrefOf({ ...props, window }),
    isChosen: window === props.window,
  }))
}

function listBands(props: ExploreProps): Segment[] {
  const t = useWords(exploreWords)
  const terms = useWords(scoreTerms)
  const choices: { band: ExploreProps['band']; title: ComponentChildren }[] = [
    { band: null, title: t.all },
    ...(['green', 'amber', 'red'] as const).map((band) => ({ band, title: withShape(band, terms.bands[band]) })),
    ...(props.tab === 'soon' ? [] : [{ band: 'critical' as const, title: withShape('critical', t.critical) }]),
  ]
  return choices.map(({ band, title }) => ({ title, href: hrefOf({ ...props, band }), isChosen: band === props.band }))
}

const withShape = (of: 'green' | 'amber' | 'red' | 'critical', words: string): ComponentChildren => (
  <>
    <span class={`mark ${of}`}>
      <Shape of={of} />
    </span>{' '}
    {words}
  </>
)

/** Only where the service scores launches on several chains. */
function listChainChoices(props: ExploreProps): Segment[] {
  const t = useWords(exploreWords)
  return [null, ...listChains()].map((chainId) => ({
    title: chainId === null ? t.allChains : findChainName(chainId),
    href: hrefOf({ ...props, chainId }),
    isChosen: chainId === props.chainId,
  }))
}

type Query = Record<string, string | number | null>

/** The address of the same list with other choices; those that are usual are left out. */
function hrefOf({ tab, band, chainId, window, isSigned, limit, when }: ExploreProps, changed: Query = {}): string {
  if (tab === 'graduated') return '/graduates'
  if (tab === 'soon')
    return withQuery('/launches', { when: when === 'upcoming' ? null : when, band, chainId, limit, ...changed })
  return withQuery('/leaderboards', {
    tab: tab === 'top' ? null : tab,
    window: window === usualWindow(tab) ? null : window,
    band,
    chainId,
    signed: isSigned ? 'true' : null,
    limit,
    ...changed,
  })
}

const usualWindow = (tab: ExploreTab) => (tab === 'new' ? 'all' : '7d')

const clearFilters = (props: ExploreProps) =>
  hrefOf({
    ...props,
    band: null,
    chainId: null,
    window: usualWindow(props.tab),
    isSigned: false,
    limit: null,
    when: 'upcoming',
  })

const isFiltered = (props: ExploreProps) => hrefOf({ ...props, limit: null }) !== clearFilters(props)

/** A tab keeps the filters that it has. */
const hrefOfTab = (props: ExploreProps, tab: ExploreTab): string => {
  const band = tab === 'soon' && props.band === 'critical' ? null : props.band
  const isScores = props.window !== null && tab !== 'soon'
  const window = isScores && props.window !== usualWindow(props.tab) ? props.window : usualWindow(tab)
  return hrefOf({ ...props, tab, band, window, when: 'upcoming' })
}

const List = (props: ExploreProps) => {
  const t = useWords(exploreWords)
  const { tab, tickets, below, graduates, now, page, limit, nextCursor, when } = props
  if (graduates) return <Graduates {...props} graduates={graduates} />
  if (tickets.length === 0 && below.length === 0) return <EmptyList {...props} clearHref={clearFilters(props)} />
  const isRanked = tab === 'top' && props.band !== 'critical'
  const next = nextCursor && hrefOf(props, { cursor: nextCursor, ...(isRanked && { page: page + 1 }) })
  if (isByDay(when)) return <LaunchDays tickets={tickets} now={now} next={next} isPast={when === 'past'} />
  return (
    <div class="board">
      <ScoreTable
        tickets={tickets}
        now={now}
        label={t.titles[tab]}
        {...(isRanked && { firstPlace: (page - 1) * (limit ?? 25) + 1 })}
        {...(tab !== 'soon' && { orders: listOrders(props) })}
        {...(below.length > 0 && { below: { tickets: below, href: hrefOf({ ...props, band: 'critical' }) } })}
        leadsToLaunch={tab === 'soon'}
        next={next}
      />
      <Legend {...tickets[0]} />
    </div>
  )
}

/** By score both ways, by time of scoring, and by launch time, which the calendar has. */
const listOrders = (props: ExploreProps) => {
  const to = (tab: ExploreTab) => hrefOfTab(props, tab)
  const { tab } = props
  return {
    score: {
      href: to(tab === 'top' ? 'lowest' : 'top'),
      ...(tab !== 'new' && { direction: tab === 'top' ? ('descending' as const) : ('ascending' as const) }),
    },
    time: { href: to('soon') },
    age: { href: to('new'), ...(tab === 'new' && { direction: 'descending' as const }) },
  }
}

const Legend = ({ signals = [] }: Partial<ExploreProps['tickets'][number]>) => {
  const { legend: t } = useWords(exploreWords)
  const language = useLanguage()
  const names = signals.map(({ name }) => pickSignalTitle(name, language))
  return (
    <ul class="legend muted">
      <li class="of-signals">{t.signals(formatList(names, language))}</li>
      <li>{t.verdict}</li>
      <li>{t.bands(String(bands.green.from), String(bands.amber.from))}</li>
    </ul>
  )
}

function Foot(props: ExploreProps) {
  const t = useWords(exploreWords)
  const { isFirst, tab } = props
  if (isFirst && tab !== 'soon') return null
  return (
    <p class="foot">
      {!isFirst && <a href={hrefOf(props)}>{t.firstPage}</a>}
      {tab === 'soon' && (
        <span class="muted">
          {t.follow} <a href="/feeds/launches.xml">Atom</a> · <a href="/feeds/launches.json">JSON Feed</a>
        </span>
      )}
    </p>
  )
}

/** The rule, and the launches that met it; one that fell later keeps its place. */
const Graduates = (props: ExploreProps & { graduates: GraduateList }) => {
  const { graduates: t } = useWords(exploreWords)
  const language = useLanguage()
  const { graduates, nextCursor, limit } = props
  const { entries, count, traded } = graduates
  const next = nextCursor && withQuery('/graduates', { limit, cursor: nextCursor })
  const table = <GraduateTable entries={entries} />
  return (
    <>
      <p class="rule">
        {t.lede}{' '}
        {entries.length > 0 && (
          <span class="muted">{t.rate(formatNumber(count, language), formatNumber(traded, language))}</span>
        )}
      </p>
      {entries.length === 0 && <EmptyList {...props} clearHref="/graduates" />}
      {entries.length > 0 && next === null && table}
      {entries.length > 0 && next !== null && (
        <Island name="load-more">
          {table}
          <LoadMore href={next} />
        </Island>
      )}
    </>
  )
}

const GraduateTable = ({ entries }: Pick<GraduateList, 'entries'>) => {
  const { graduates: t } = useWords(exploreWords)
  const { columns } = t
  const heads = [
    ['token', columns.name],
    ['number', columns.score],
    ['verdict', columns.verdict],
    ['since', columns.now],
    ['creator', columns.days],
    ['time', columns.graduated],
  ]
  return (
    <table class="score-table graduates card" role="table" aria-label={t.table}>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map(([name, title]) => (
            <th key={name} class={name} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((graduate) => (
          <GraduateRow key={graduate.scoreRequestId} {...graduate} />
        ))}
      </tbody>
    </table>
  )
}

const dayMs = 86_400_000

const GraduateRow = (graduate: Graduate) => {
  const { graduates: t } = useWords(exploreWords)
  const language = useLanguage()
  const { scoreRequestId, graduatedAt, tradingSince, venueGraduatedAt } = graduate
  const days = Math.floor((Date.parse(graduatedAt) - Date.parse(tradingSince)) / dayMs)
  return (
    <tr class={isCriticalLead(graduate) ? 'bad' : undefined} role="row">
      <td class="token" role="cell">
        <Picture scoreId={scoreRequestId} side={44} isLazy />
        <div class="names">
          <a class="row-link" href={`/score/${scoreRequestId}`}>
            <bdi>{graduate.name}</bdi>
          </a>
          <span class="ticker">
            <bdi>${graduate.symbol}</bdi>
          </span>
        </div>
      </td>
      <td class="number" role="cell">
        {formatScore(graduate.aggregate)}
      </td>
      <td class="verdict" role="cell">
        <LeadChip outcome={graduate.outcome} warnings={graduate.warnings} band={graduate.band} />
      </td>
      <td class="since" role="cell">
        <Since {...graduate} />
      </td>
      <td class="creator" role="cell">
        {plural(language, days, t.days)}
      </td>
      <td class="time" role="cell">
        {formatDate(graduatedAt, language)}
        {venueGraduatedAt !== null && (
          <span class="muted meta">{t.byVenue(formatDate(venueGraduatedAt, language))}</span>
        )}
      </td>
    </tr>
  )
}

/** That it graduated is said already: at that look it was still alive. */
const Since = ({ since, graduatedAt }: Graduate) => {
  const { graduates: t } = useWords(exploreWords)
  const { outcomes } = useWords(scoreTerms)
  const language = useLanguage()
  if (since === null || (since.at !== null && since.at < graduatedAt)) return <span class="muted">{t.notDue}</span>
  const outcome = (since.outcome === 'graduated' ? 'alive' : since.outcome) as Outcome
  return (
    <>
      <OutcomeSquare outcome={outcome} />
      <span>{since.at === null ? outcomes[outcome] : t.since(outcomes[outcome], formatDate(since.at, language))}</span>
    </>
  )
}

/** Why the list is empty, and what would fill it. */
function EmptyList(props: ExploreProps & { clearHref: string }) {
  const { empty, ...t } = useWords(exploreWords)
  const { tab, isFirst, band, isSigned, when, graduates, hasAny, clearHref } = props
  const score = (
    <a class="btn pri" href="/#score">
      {t.score}
    </a>
  )
  const clear = (
    <a class="btn" href={clearHref}>
      {t.clear}
    </a>
  )
  if (tab === 'graduated') return <EmptyCard title={graduates?.observing ? empty.graduated : t.graduates.notObserved} />
  if (!isFirst) return <EmptyCard title={empty.end} hint={empty.endHint} />
  if (tab !== 'soon' && !hasAny) return <EmptyCard title={empty.scores} actions={score} />
  if (band !== null || isSigned) return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={clear} />
  if (when === 'all') return <EmptyCard title={empty.launches} hint={empty.launchesHint} actions={score} />
  if (when === 'past') return <EmptyCard title={empty.past} actions={<SeeAll />} />
  if (when) return <EmptyCard title={empty.upcoming} hint={empty.upcomingHint} actions={<SeeAll />} />
  const allTime = (
    <a class="btn" href={hrefOf({ ...props, window: 'all' })}>
      {t.windows.all}
    </a>
  )
  return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={allTime} />
}

const SeeAll = () => (
  <a class="btn" href="/launches?when=all">
    {useWords(exploreWords).empty.seeAllLaunches}
  </a>
)
