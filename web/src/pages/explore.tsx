import { type ComponentChildren, Fragment } from 'preact'
import type { ExploreProps, ExploreTab, Graduate, GraduateList, LaunchPlan } from '../../../contract/props/lists.ts'
import type { Page } from '../page.ts'
import { ScoreTable } from '../ui/score-table.tsx'
import { type Segment, DataTable, Segments } from '../ui/data-table.tsx'
import { LeadChip, Shape } from '../ui/chips.tsx'
import { withQuery } from '../ui/links.tsx'
import { exploreWords } from '../words/explore.ts'
import { formatDate, formatList, formatNumber, formatScore } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { EmptyCard } from '../ui/cards.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { listChains } from '../ui/chains.ts'

/** The lists of scored launches: every tab is a preset of one table. */
export const explorePage: Page<ExploreProps> = {
  head: ({ tab }, { language }) => {
    const t = pickWords(exploreWords, language)
    return { title: t.titles[tab], description: t.description }
  },
  Body: function Explore(props) {
    const t = useWords(exploreWords)
    const { tab, when } = props
    return (
      <div class="explore">
        <div class="head">
          <div>
            <h1>{t.title}</h1>
            <p class="muted">{when ? t.launchLedes[when] : t.ledes[tab === 'soon' ? 'top' : tab]}</p>
          </div>
          <Filters {...props} />
        </div>
        <List {...props} />
        <Foot {...props} />
      </div>
    )
  },
}

const List = (props: ExploreProps) => {
  const t = useWords(exploreWords)
  const { tab, tickets, graduates, now, page, limit, nextCursor } = props
  const isRanked = (tab === 'top' || tab === 'lowest') && props.band !== 'critical'
  if (graduates && graduates.entries.length > 0) return <Graduates {...props} graduates={graduates} />
  if (tickets.length === 0) return <EmptyList {...props} clearHref={clearFilters(props)} />
  return (
    <>
      <Pending {...props} />
      <ScoreTable
        tickets={tickets}
        now={now}
        label={t.titles[tab]}
        {...(isRanked && { firstPlace: (page - 1) * (limit ?? 25) + 1 })}
        leadsToLaunch={tab === 'soon'}
        next={nextCursor && hrefOf(props, { cursor: nextCursor, ...(isRanked && { page: page + 1 }) })}
      />
    </>
  )
}

const Graduates = ({ graduates, nextCursor, limit }: ExploreProps & { graduates: GraduateList }) => {
  const { graduates: t } = useWords(exploreWords)
  return (
    <section class="card graduates">
      <GraduateTable {...graduates} />
      {nextCursor && (
        <a class="btn" href={withQuery('/graduates', { limit, cursor: nextCursor })}>
          {t.more}
        </a>
      )}
    </section>
  )
}

type Choices = Record<string, string | number | null>

/** The address of the same list with other choices; those that are usual are left out. */
function hrefOf({ tab, band, chainId, window, isSigned, limit, when }: ExploreProps, changed: Choices = {}): string {
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

/** A tab keeps the filters that it has. */
const hrefOfTab = (props: ExploreProps, tab: ExploreTab): string => {
  const band = tab === 'soon' && props.band === 'critical' ? null : props.band
  const isScores = props.window !== null && tab !== 'soon'
  const window = isScores && props.window !== usualWindow(props.tab) ? props.window : usualWindow(tab)
  return hrefOf({ ...props, tab, band, window, when: 'upcoming' })
}

function Filters(props: ExploreProps) {
  const t = useWords(exploreWords)
  const { tab, when, window, isSigned } = props
  const tabs: ExploreTab[] = ['new', 'top', 'lowest', 'soon', 'graduated']
  return (
    <div class="filters">
      <Segments
        label={t.sort}
        segments={tabs.map((one) => ({ title: t.tabs[one], href: hrefOfTab(props, one), isChosen: one === tab }))}
      />
      {when && <Segments label={t.when} segments={listPlans(props)} />}
      {tab !== 'graduated' && <Bands {...props} />}
      {tab !== 'graduated' && <Chains {...props} />}
      {window && (
        <>
          <Segments label={t.windowFilter} segments={listWindows(props)} />
          <a
            class="only-signed"
            href={hrefOf(props, { signed: isSigned ? null : 'true' })}
            aria-current={isSigned ? 'true' : undefined}
          >
            {isSigned && <span aria-hidden="true">✓</span>} {t.signedOnly}
          </a>
        </>
      )}
    </div>
  )
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

const withShape = (of: 'green' | 'amber' | 'red' | 'critical', words: string): ComponentChildren => (
  <>
    <Shape of={of} /> {words}
  </>
)

function Bands(props: ExploreProps) {
  const t = useWords(exploreWords)
  const terms = useWords(scoreTerms)
  const bands = [
    { band: null, title: t.all },
    ...(['green', 'amber', 'red'] as const).map((band) => ({ band, title: withShape(band, terms.bands[band]) })),
    ...(props.tab === 'soon' ? [] : [{ band: 'critical' as const, title: withShape('critical', t.critical) }]),
  ]
  return (
    <Segments
      label={t.bandFilter}
      segments={bands.map(({ band, title }) => ({
        title,
        href: hrefOf({ ...props, band }),
        isChosen: band === props.band,
      }))}
    />
  )
}

/** Only where the service scores launches on several chains. */
function Chains(props: ExploreProps) {
  const t = useWords(exploreWords)
  const chains = listChains()
  if (chains.length === 0) return null
  return (
    <Segments
      label={t.chainFilter}
      segments={[null, ...chains].map((chainId) => ({
        title: chainId === null ? t.allChains : findChainName(chainId),
        href: hrefOf({ ...props, chainId }),
        isChosen: chainId === props.chainId,
      }))}
    />
  )
}

/** New scores can't join the list as long as a signal isn't measured. */
function Pending({ pending, tab }: ExploreProps) {
  const t = useWords(exploreWords)
  const language = useLanguage()
  if (pending.length === 0 || tab === 'soon') return null
  const names = formatList(
    pending.map((signal) => pickSignalTitle(signal, language)),
    language,
  )
  return <p class="aside">{t.notMeasuredNow(names)}</p>
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

const dayMs = 86_400_000

/** The graduates with the score that they had before, and what became of them since; one that fell keeps its place. */
const GraduateTable = ({ entries, count, traded }: GraduateList) => {
  const { graduates: t } = useWords(exploreWords)
  const { outcomes } = useWords(scoreTerms)
  const language = useLanguage()
  const nameSince = ({ outcome, at }: NonNullable<Graduate['since']>) => {
    // That it graduated is said already: at that look it was still alive.
    const name = outcomes[outcome === 'graduated' ? 'alive' : (outcome as keyof typeof outcomes)] ?? outcome
    return at === null ? name : t.since(name, formatDate(at, language))
  }
  const rows = entries.map((graduate) => {
    const {
      scoreRequestId,
      name,
      symbol,
      aggregate,
      band,
      outcome,
      warnings,
      tradingSince,
      graduatedAt,
      venueGraduatedAt,
      since,
    } = graduate
    return {
      key: scoreRequestId,
      cells: [
        <a key="name" href={`/score/${scoreRequestId}`}>
          <bdi>{name}</bdi> <bdi class="muted">${symbol}</bdi>
        </a>,
        <Fragment key="score">
          <LeadChip outcome={outcome} warnings={warnings} band={band} /> {formatScore(aggregate)}
        </Fragment>,
        <Fragment key="graduated">
          {formatDate(graduatedAt, language)}
          {venueGraduatedAt !== null && (
            <span class="muted meta">{t.byVenue(formatDate(venueGraduatedAt, language))}</span>
          )}
        </Fragment>,
        formatNumber(Math.floor((Date.parse(graduatedAt) - Date.parse(tradingSince)) / dayMs), language),
        since === null || (since.at !== null && since.at < graduatedAt) ? t.notDue : nameSince(since),
      ],
    }
  })
  return (
    <>
      <p>{t.rate(formatNumber(count, language), formatNumber(traded, language))}</p>
      <DataTable label={t.table} columns={Object.values(t.columns)} rows={rows} />
    </>
  )
}

/** Why the list is empty, and what would fill it. */
function EmptyList({
  tab,
  isFirst,
  band,
  window,
  isSigned,
  when,
  pending,
  graduates,
  clearHref,
}: ExploreProps & { clearHref: string }) {
  const { empty, ...t } = useWords(exploreWords)
  const language = useLanguage()
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
  if (tab === 'graduated')
    return graduates?.observing ? (
      <EmptyCard title={empty.graduated} hint={empty.graduatedHint} />
    ) : (
      <EmptyCard title={t.graduates.notObserved} />
    )
  if (!isFirst) return <EmptyCard title={empty.end} hint={empty.endHint} />
  if (band !== null || isSigned) return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={clear} />
  if (pending.length > 0) {
    const names = formatList(
      pending.map((signal) => pickSignalTitle(signal, language)),
      language,
    )
    return <EmptyCard title={t.notMeasured(names)} hint={t.notMeasuredHint} actions={score} />
  }
  if (when === 'past' || when === 'all')
    return <EmptyCard title={empty.launches} hint={empty.launchesHint} actions={score} />
  if (when) {
    const all = (
      <a class="btn" href="/launches?when=all">
        {empty.seeAllLaunches}
      </a>
    )
    return <EmptyCard title={empty.upcoming} hint={empty.upcomingHint} actions={all} />
  }
  if (window !== 'all')
    return <EmptyCard title={empty.filtered} hint={empty.filteredHint} actions={<AllTime tab={tab} />} />
  return <EmptyCard title={empty.scores} hint={empty.scoresHint} actions={score} />
}

function AllTime({ tab }: Pick<ExploreProps, 'tab'>) {
  const t = useWords(exploreWords)
  return (
    <a class="btn" href={tab === 'lowest' ? '/leaderboards?tab=lowest&window=all' : '/leaderboards?window=all'}>
      {t.windows.all}
    </a>
  )
}
