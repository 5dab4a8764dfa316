import type { LaunchesProps } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { bands } from '../../rules.ts'
import { formatList, getTitle } from '../../ui/words.ts'

type EmptyProps = Pick<LaunchesProps, 'band' | 'when' | 'isFirst' | 'pending'>

/** Why there is no launch to show. */
export const EmptyLaunches = ({ band, when, isFirst, pending }: EmptyProps) => {
  if (!isFirst) return <EmptyState title="There are no more">The list ends before this page.</EmptyState>
  if (pending.length > 0) return <NothingEnrolls pending={pending} />
  if (band || when) return <NoneChosen band={band} when={when} />
  return (
    <EmptyState title="Nobody has signed for a launch yet">
      <p>
        A launch is listed here once the wallet that was named as its creator’s signs for its score. A score alone
        doesn’t list it, for anybody can name a wallet.
      </p>
      <p class="actions">
        <a class="button" href="/">
          Score a launch
        </a>
      </p>
    </EmptyState>
  )
}

const NoneChosen = ({ band, when }: Pick<EmptyProps, 'band' | 'when'>) => (
  <EmptyState title={`No ${[when, band && bands[band].word.toLowerCase()].filter(Boolean).join(', ')} launch`}>
    <p>
      {when === 'upcoming'
        ? 'A launch is upcoming while the time that its creator has set lies ahead; many are signed for before a time is set.'
        : 'None of the launches that were signed for is of this kind.'}
    </p>
    <p>
      <a href="/launches">Show all launches</a>
    </p>
  </EmptyState>
)

const NothingEnrolls = ({ pending }: Pick<EmptyProps, 'pending'>) => (
  <EmptyState title="No launch can be signed for here yet">
    <p>
      Only a final score can be signed for. {formatList(pending.map(getTitle))} {pending.length === 1 ? 'is' : 'are'}{' '}
      not measured on this deployment, so every score made here is preliminary: a part of its number is missing, and no
      creator should have to stand by a number that isn’t whole.
    </p>
    <p>
      Preliminary scores are kept and can be shared. Once everything is measured, scoring a launch again makes a final
      record.
    </p>
  </EmptyState>
)
