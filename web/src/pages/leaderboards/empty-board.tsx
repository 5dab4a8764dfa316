import type { SignalName } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatList, getTitle } from '../../ui/words.ts'
import { windows } from './windows.ts'

interface EmptyProps {
  window: string
  isSigned: boolean
  isFirst: boolean
  pending: SignalName[]
}

/** Why nothing is on the board. */
export const EmptyBoard = ({ window, isSigned, isFirst, pending }: EmptyProps) => {
  if (!isFirst)
    return (
      <EmptyState title="The board ends before this page">
        <p>What was further down has grown too old for it meanwhile.</p>
      </EmptyState>
    )
  if (pending.length > 0) return <NothingCounts pending={pending} />
  return (
    <EmptyState
      title={`No ${isSigned ? 'signed' : 'final'} scores ${window === 'all' ? 'yet' : `in the last ${windows[window] ?? window}`}`}
    >
      <p>
        {isSigned
          ? 'A launch appears here as soon as its creator signs for one of its final scores'
          : 'A launch appears here with its first score for which all six signals were measured'}
        , and leaves it when the score is older than the window.
      </p>
      <p class="actions">
        <a class="button" href="/">
          Score a launch
        </a>
        {isSigned && <a href={`/leaderboards?window=${window}`}>Show all scores</a>}
        {!isSigned && window !== 'all' && <a href="/leaderboards?window=all">Show all time</a>}
      </p>
    </EmptyState>
  )
}

const NothingCounts = ({ pending }: Pick<EmptyProps, 'pending'>) => (
  <EmptyState title="Nothing that is scored here can be ranked yet">
    <p>
      {formatList(pending.map(getTitle))} {pending.length === 1 ? 'is' : 'are'} not measured on this deployment. A score
      without {pending.length === 1 ? 'it' : 'them'} is preliminary: {pending.length === 1 ? 'a part' : 'parts'} of the
      number {pending.length === 1 ? 'is' : 'are'} missing, so it would be ranked against others on unequal terms.
    </p>
    <p>
      Preliminary scores are kept and can be shared. Once their signals are measured, scoring a launch again makes a
      final record, and that one counts.
    </p>
  </EmptyState>
)
