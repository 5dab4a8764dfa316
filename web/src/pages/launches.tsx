import type { Page } from '../page.ts'
import type { Band, LaunchesProps } from '../pages.ts'
import { Choices } from '../ui/choices.tsx'
import { LaunchRows } from '../ui/launch-rows.tsx'
import { Section } from '../ui/layout.tsx'
import { LimitForm, Pages } from '../ui/paging.tsx'
import { withQuery } from '../ui/with-query.ts'
import { bands } from '../rules.ts'
import { EmptyLaunches } from './launches/empty-launches.tsx'

const path = '/launches'
const description =
  'Token launches that their creators have signed for with their wallets, with the score of each. Higher is better. No advice to buy.'

interface Chosen {
  [name: string]: string | number | null
  when: LaunchesProps['when']
  band: Band | null
  limit: number | null
}

/** What creators have signed for, and when it is to be. */
export const launchesPage: Page<LaunchesProps> = {
  head: ({ when }) => ({ title: when ? titles[when] : 'Launches', description }),
  Body: ({ list, band, when, isFirst, now, pending }) => {
    const { launches, limit, nextCursor } = list
    const chosen = { when, band, limit: limit === 25 ? null : limit }
    return (
      <>
        <div class="top">
          <h1>{when ? titles[when] : 'Launches'}</h1>
          <p class="lede">
            Scored launches that their creators’ wallets have signed for. {orders[when ?? 'all']} Times are plans:
            nobody here has seen whether a launch took place.
          </p>
        </div>
        <div class="filters">
          <Choices label="When" choices={whenChoices(chosen)} />
          <Choices label="Band" choices={bandChoices(chosen)} />
          <LimitForm path={path} limit={limit} what="At once" kept={{ when, band }} />
        </div>
        {launches.length > 0 ? (
          <LaunchRows launches={launches} now={now} />
        ) : (
          <EmptyLaunches {...{ band, when, isFirst, pending }} />
        )}
        <Pages
          first={isFirst ? null : withQuery(path, chosen)}
          next={nextCursor && withQuery(path, { ...chosen, cursor: nextCursor })}
          nextTitle="More launches"
        />
        <FindCreator />
        <p class="note">
          Follow what is new: <a href="/feeds/launches.xml">Atom</a>, <a href="/feeds/launches.json">JSON Feed</a>.
        </p>
      </>
    )
  },
}

const titles = { upcoming: 'Upcoming launches', past: 'Launches whose time has passed' }
const orders = {
  all: 'The most recently signed come first.',
  upcoming: 'The next one comes first.',
  past: 'The latest comes first.',
}

const whenChoices = (chosen: Chosen) =>
  ([null, 'upcoming', 'past'] as const).map((when) => ({
    title: when ? { upcoming: 'Upcoming', past: 'Past' }[when] : 'All',
    href: withQuery(path, { ...chosen, when }),
    isChosen: when === chosen.when,
  }))

const bandChoices = (chosen: Chosen) =>
  ([null, 'green', 'amber', 'red'] as const).map((band) => ({
    title: band ? bands[band].word : 'All',
    href: withQuery(path, { ...chosen, band }),
    isChosen: band === chosen.band,
  }))

const FindCreator = () => (
  <Section id="creators" title="A creator’s launches" note="What one wallet has signed for.">
    <form class="find" action="/creator">
      <div class="field">
        <label for="address">Wallet address</label>
        <input
          id="address"
          name="address"
          type="text"
          required
          autocomplete="off"
          spellcheck={false}
          placeholder="0x…"
        />
      </div>
      <button class="button" type="submit">
        Show
      </button>
    </form>
  </Section>
)
