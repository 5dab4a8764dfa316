import { Address } from '../../src/ui/address.tsx'
import { DataTable, Segments } from '../../src/ui/data-table.tsx'
import { EmptyCard } from '../../src/ui/cards.tsx'
import { ScoreTable } from '../../src/ui/score-table.tsx'
import { Row, Section, State } from '../section.tsx'
import { ada, contract, decidedTickets, namedTickets, now, tickets } from '../samples.ts'

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
