import type { CreatorHistory as History } from '../../../contract/schemas/ranking.ts'
import { Address } from '../../src/ui/address.tsx'
import { DataTable, Segments } from '../../src/ui/data-table.tsx'
import { ChainName } from '../../src/ui/chips.tsx'
import { CreatorLaunches } from '../../src/ui/creator-launches.tsx'
import { CreatorHistory } from '../../src/ui/creator-history.tsx'
import { EmptyCard } from '../../src/ui/cards.tsx'
import { LoadMore, ScoreTable } from '../../src/ui/score-table.tsx'
import { Row, Section, State } from '../section.tsx'
import { ada, contract, decidedTickets, namedTickets, now, sampleLaunches, tickets } from '../samples.ts'

export const Lists = () => (
  <Section id="lists" title="Lists of scores">
    <State name="choices">
      <Segments
        label="Band"
        segments={['All', 'Green', 'Amber', 'Red'].map((title, at) => ({
          title,
          href: `#${title}`,
          isChosen: at === 0,
        }))}
      />
    </State>
    <State name="numbered, with more to load">
      <ScoreTable tickets={tickets} now={now} label="Scores" firstPlace={1} next="/leaderboards?cursor=1" />
    </State>
    <State name="ordered, with launches below the line">
      <ScoreTable
        tickets={tickets.slice(0, 2)}
        now={now}
        label="Ordered scores"
        firstPlace={1}
        orders={{ score: { href: '#lowest', direction: 'descending' }, time: { href: '#soon' }, age: { href: '#new' } }}
        below={{ tickets: decidedTickets.slice(0, 2), href: '#critical' }}
      />
    </State>
    <State name="more to load">
      <LoadMore href="/leaderboards?cursor=1" />
    </State>
    <State name="without numbers">
      <ScoreTable tickets={tickets.slice(0, 2)} now={now} label="Scores of one creator" />
    </State>
    <State name="with outcomes">
      <ScoreTable tickets={decidedTickets} now={now} label="Launches with an outcome" />
    </State>
    <State name="empty">
      <EmptyCard
        title="No scores yet"
        hint="The first one will stand here."
        actions={
          <a class="btn pri" href="/">
            Score a launch
          </a>
        }
      />
    </State>
  </Section>
)

export const NamedLists = () => (
  <Section id="list-names" title="Lists: names of all kinds" isDrawnByTheSystem>
    <ScoreTable tickets={namedTickets} now={now} label="Names" firstPlace={1} />
  </Section>
)

export const Addresses = () => (
  <Section id="addresses" title="Addresses and tables">
    <Row>
      <State name="wallet">
        <Address address={ada} />
      </State>
      <State name="contract, with its explorer">
        <Address address={contract} kind="contract" chainId={8453} />
      </State>
      <State name="no profile">
        <Address address={ada} kind="none" />
      </State>
      <State name="bare">
        <Address address={ada} isBare />
      </State>
      <State name="chain">
        <ChainName chainId={56} />
      </State>
    </Row>
    <State name="whole">
      <Address address={ada} isWhole />
    </State>
    <State name="table">
      <DataTable
        label="Keys"
        columns={['Customer', 'Tier', 'Requests']}
        rows={[
          { key: '1', cells: ['A free customer', 'free', '1,204'] },
          { key: '2', cells: ['An enterprise customer with a long label that has to break', 'enterprise', '88'] },
        ]}
      />
    </State>
    <State name="table, empty">
      <DataTable label="No keys" columns={['Customer', 'Tier', 'Requests']} rows={[]} />
    </State>
  </Section>
)

const launcher: History = {
  launched: { all: 12, last30Days: 3, last7Days: 1 },
  known: 8,
  alive: 1,
  knownFrom7Days: 8,
  aliveFrom7Days: 1,
  aliveFrom30Days: 0,
  launchpads: [
    { chainId: 8453, launchpad: 'clanker-v4', name: 'Clanker', launched: 9, known: 6, alive: 1 },
    { chainId: 56, launchpad: 'fourmeme', name: 'Four.meme', launched: 3, known: 2, alive: 0 },
  ],
  coverage: [{ chainId: 8453, from: '2026-08-31T00:00:00.000Z', to: '2026-11-28T12:00:00.000Z' }],
  isRelayer: false,
  notAsked: ['launches:56'],
}

const none = { all: 0, last30Days: 0, last7Days: 0 }

export const Histories = () => (
  <Section id="histories" title="Histories of creators">
    <div class="creator-page">
      <State name="short">
        <CreatorLaunches {...sampleLaunches} />
      </State>
      <State name="short, none">
        <CreatorLaunches
          newest={[]}
          history={{ ...launcher, launched: none, known: 0, alive: 0, launchpads: [], coverage: [] }}
        />
      </State>
      <State name="launches on two chains">
        <CreatorHistory history={launcher} />
      </State>
      <State name="none">
        <CreatorHistory history={{ ...launcher, launched: none, known: 0, alive: 0, launchpads: [], coverage: [] }} />
      </State>
      <State name="launches for others">
        <CreatorHistory history={{ ...launcher, launched: { ...none, all: 260 }, isRelayer: true }} />
      </State>
    </div>
  </Section>
)
