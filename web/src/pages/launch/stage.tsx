import type { LaunchProps, ScoreResult } from '../../pages.ts'
import { listWarningCodes } from '../../rules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Island } from '../../ui/island.tsx'
import { WarningChip, isWarned } from '../../ui/warning.tsx'
import { getHost, getUnicodeHost } from './host.ts'
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
        <CallToAction
          score={launch.score}
          href={`${path}/leave`}
          label={page.ctaLabel}
          url={page.ctaUrl}
          unicodeUrl={page.ctaUrlUnicode}
        />
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

interface CallProps {
  score: ScoreResult
  href: string
  label: string | null
  url: string
  unicodeUrl: string | null
}

/** With a critical warning it is no button: a link in words, behind the warning. */
const CallToAction = ({ score, href, label, url, unicodeUrl }: CallProps) => (
  <p class={isWarned(score) ? 'cta after-warning' : 'cta'}>
    <WarningChip codes={listWarningCodes(score)} />
    <a class={isWarned(score) ? undefined : 'button'} href={href} rel="nofollow">
      <bdi>{label ?? 'Visit'}</bdi>
    </a>
    <span class="note">
      leads to <span class="host">{getHost(url)}</span>
      {unicodeUrl && getUnicodeHost(unicodeUrl) !== getHost(url) && (
        <>
          {' '}
          (<bdi class="host">{getUnicodeHost(unicodeUrl)}</bdi>)
        </>
      )}
    </span>
  </p>
)

/** Shown where the browser can; until then there is room for it. */
const Remind = ({ enrollmentId }: { enrollmentId: string }) => (
  <Island name="remind" class="remind needs-script" props={{ enrollmentId }}>
    <button class="button secondary" type="button" data-waiting>
      Remind me
    </button>
    <p class="note" role="status" />
  </Island>
)
