import type { ComponentChildren } from 'preact'
import type { Page } from '../page.ts'
import type { ExploreProps, ExploreTab, GraduateList, LaunchPlan } from '../../../contract/props/lists.ts'
import { ScoreTable } from '../ui/score-table.tsx'
import { type Segment, Segments } from '../ui/segments.tsx'
import { Shape } from '../ui/shape.tsx'
import { withQuery } from '../ui/with-query.ts'
import { exploreWords } from '../words/explore.ts'
import { formatList } from '../words/formats.ts'
import { pickWords, useLanguage, useWords } from '../words/language.ts'
import { scoreTerms } from '../words/scores.ts'
import { pickSignalTitle } from '../words/signals.ts'
import { EmptyList } from './explore/empty-list.tsx'
import { GraduateTable } from './explore/graduate-table.tsx'

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
function hrefOf({ tab, band, window, isSigned, limit, when }: ExploreProps, changed: Choices = {}): string {
  if (tab === 'graduated') return '/graduates'
  if (tab === 'soon')
    return withQuery('/launches', { when: when === 'upcoming' ? null : when, band, limit, ...changed })
  return withQuery('/leaderboards', {
    tab: tab === 'top' ? null : tab,
    window: window === usualWindow(tab) ? null : window,
    band,
    signed: isSigned ? 'true' : null,
    limit,
    ...changed,
  })
}

const usualWindow = (tab: ExploreTab) => (tab === 'new' ? 'all' : '7d')

const clearFilters = (props: ExploreProps) =>
  hrefOf({ ...props, band: null, window: usualWindow(props.tab), isSigned: false, limit: null, when: 'upcoming' })

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
