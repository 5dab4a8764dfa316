import type { LaunchProps } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Island } from '../../ui/island.tsx'
import { hostOf } from './host.ts'
import { When } from './when.tsx'

/** What the creator has to say, with the countdown; the creator edits it in its place. */
export const Stage = (props: LaunchProps) => {
  const { enrollment, page } = props.launch
  const { enrollmentId, creatorAddress } = enrollment
  return (
    <Island name="page-editor" class="stage" props={{ enrollmentId, creatorAddress }}>
      <div class="stage-shown">
        <div class="stage-main">
          {page.tagline && (
            <p class="stage-tagline" dir="auto">
              {page.tagline}
            </p>
          )}
          <When {...props} />
          <Actions {...props} />
        </div>
        {page.description ? (
          <p class="pitch stage-words" dir="auto">
            {page.description}
          </p>
        ) : (
          !page.tagline && <NothingYet />
        )}
        <p class="stage-own">
          <span class="note">
            {page.updatedAt
              ? 'What is said above is the creator’s word, signed by the wallet that enrolled this launch.'
              : 'Only the wallet that enrolled this launch can write here.'}
          </span>
          <button class="quiet stage-edit needs-script" type="button" data-waiting>
            Edit as its creator
          </button>
        </p>
      </div>
      <div class="stage-editor" hidden />
    </Island>
  )
}

const NothingYet = () => (
  <EmptyState title="The creator has written nothing yet">
    A tagline, a description and a link can stand here. Each change is signed by the creator’s wallet.
  </EmptyState>
)

const Actions = ({ launch, phase, canRemind }: LaunchProps) => {
  const { enrollment, page } = launch
  const path = `/launch/${enrollment.enrollmentId}`
  const isAhead = phase === 'scheduled'
  if (page.ctaUrl === null && !isAhead) return null
  return (
    <div class="stage-actions">
      {page.ctaUrl !== null && (
        <p class="cta">
          <a class="button" href={`${path}/leave`} rel="nofollow">
            <bdi>{page.ctaLabel ?? 'Visit'}</bdi>
          </a>
          <span class="note">
            leads to <span class="host">{hostOf(page.ctaUrl)}</span>
          </span>
        </p>
      )}
      {isAhead && (
        <a class="button secondary" href={`${path}/calendar.ics`}>
          Add to calendar
        </a>
      )}
      {isAhead && canRemind && <Remind enrollmentId={enrollment.enrollmentId} />}
    </div>
  )
}

/** Shown where the browser can; until then there is room for it. */
const Remind = ({ enrollmentId }: { enrollmentId: string }) => (
  <Island name="remind" class="remind needs-script" props={{ enrollmentId }}>
    <button class="button secondary" type="button" data-waiting>
      Remind me
    </button>
    <p class="note" role="status" />
  </Island>
)
