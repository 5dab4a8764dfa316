import type { Page } from '../page.ts'
import type { BoardEntry, LeaderboardsProps } from '../pages.ts'
import { Address } from '../ui/address.tsx'
import { BandChip } from '../ui/band-chip.tsx'
import { Choices } from '../ui/choices.tsx'
import { Notice } from '../ui/notice.tsx'
import { LimitForm, Pages } from '../ui/paging.tsx'
import { Time } from '../ui/time.tsx'
import { withQuery } from '../ui/with-query.ts'
import { WarningChip } from '../ui/warning.tsx'
import { formatList, points, getTitle } from '../ui/words.ts'
import { EmptyBoard } from './leaderboards/empty-board.tsx'
import { windows } from './leaderboards/windows.ts'

const path = '/leaderboards'
const description =
  'The best and the worst final scores of token launches. Higher is better. A place here is no advice to buy.'

/** The best and the worst of a window. */
export const leaderboardsPage: Page<LeaderboardsProps> = {
  head: ({ board }) => ({ title: `Leaderboards: ${windows[board.window] ?? board.window}`, description }),
  Body: ({ board, isSigned, page, pending }) => {
    const signed = isSigned ? 'true' : null
    const chosen = { window: board.window, signed, limit: board.limit === 10 ? null : board.limit }
    const isEmpty = board.bestCount + board.worstCount === 0
    return (
      <>
        <div class="top">
          <h1>Leaderboards</h1>
          <p class="lede">
            One row per launch: its newest final score that the creator signed for, or if there is none, its newest
            final score. Higher is better; a place here is no advice to buy.
          </p>
        </div>
        <div class="filters">
          <Choices label="Scores of" choices={windowChoices(chosen)} />
          <Choices label="Creator" choices={signedChoices(chosen)} />
          <LimitForm path={path} limit={board.limit} what="Rows per board" kept={{ window: board.window, signed }} />
        </div>
        {isEmpty ? (
          <EmptyBoard window={board.window} isSigned={isSigned} isFirst={page === 1} pending={pending} />
        ) : (
          <>
            {pending.length > 0 && (
              <Notice kind="pending" title="Scores made here now don’t join these boards">
                {formatList(pending.map(getTitle))} {pending.length === 1 ? 'is' : 'are'} not measured on this
                deployment, so they stay preliminary.
              </Notice>
            )}
            <div class="boards">
              <Board id="best" title="Best" entries={board.best} from={(page - 1) * board.limit + 1} />
              <Board id="worst" title="Worst" entries={board.worst} from={(page - 1) * board.limit + 1} />
            </div>
          </>
        )}
        <Pages
          first={page > 1 ? withQuery(path, chosen) : null}
          next={board.nextCursor && withQuery(path, { ...chosen, cursor: board.nextCursor, page: page + 1 })}
          nextTitle={`Places ${page * board.limit + 1} and on`}
        />
      </>
    )
  },
}

interface Chosen {
  [name: string]: string | number | null
  window: string
  signed: string | null
  limit: number | null
}

const signedChoices = (chosen: Chosen) =>
  ([null, 'true'] as const).map((signed) => ({
    title: signed ? 'Signed' : 'All',
    href: withQuery(path, { ...chosen, signed }),
    isChosen: signed === chosen.signed,
  }))

const windowChoices = (chosen: Chosen) =>
  Object.entries(windows).map(([window, title]) => ({
    title,
    href: withQuery(path, { ...chosen, window }),
    isChosen: window === chosen.window,
  }))

interface BoardProps {
  id: string
  title: string
  entries: BoardEntry[]
  /** The first one's place. */
  from: number
}

const Board = ({ id, title, entries, from }: BoardProps) => (
  <section class="board" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {entries.length === 0 ? (
      <p class="note">This side has come to its end.</p>
    ) : (
      <ol start={from}>
        {entries.map((entry, index) => (
          <Row key={entry.scoreId} {...entry} place={from + index} />
        ))}
      </ol>
    )}
  </section>
)

const Row = ({
  place,
  scoreId,
  name,
  symbol,
  creatorAddress,
  aggregate,
  band,
  warnings,
  createdAt,
}: BoardEntry & { place: number }) => (
  <li>
    <span class="place" aria-hidden="true">
      {place}
    </span>
    <div class="who">
      <WarningChip codes={warnings} />
      <a class="launch-name" href={`/score/${scoreId}`}>
        <bdi>{name}</bdi>{' '}
        <span class="ticker">
          {`$`}
          <bdi>{symbol}</bdi>
        </span>
      </a>
      <p class="note meta">
        <Address address={creatorAddress} href={`/creator/${creatorAddress}`} isBare />
        <Time at={createdAt} />
      </p>
    </div>
    <div class="mark-of">
      <span class="figure">{points(aggregate)}</span>
      <BandChip band={band} />
    </div>
  </li>
)
