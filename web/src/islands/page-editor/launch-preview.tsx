import type { LaunchPhase } from '../../../../contract/props/launch.ts'
import type { LaunchSummary } from '../../../../contract/props/launch.ts'
import { listWarningCodes } from '../../../../contract/warning-words.ts'
import { type Call, LaunchHero } from '../../ui/launch/launch-hero.tsx'
import { editorWords } from '../../words/editor.ts'
import { useWords } from '../../words/language.ts'
import { toInstant } from '../schedule/schedule-field.tsx'
import type { Draft } from './draft.ts'

interface PreviewProps {
  launch: LaunchSummary
  draft: Draft
}

/** The page as the draft makes it. */
export function LaunchPreview({ launch, draft }: PreviewProps) {
  const t = useWords(editorWords)
  const { name, symbol } = launch.score.submission
  const description = draft.description.trim()
  return (
    <aside class="preview-side" aria-label={t.preview}>
      <p class="preview-title">{t.preview}</p>
      <LaunchHero
        isPreview
        name={name}
        symbol={symbol}
        picture={`/score/${launch.score.id}/picture?size=344`}
        tagline={draft.tagline.trim() || null}
        call={toCall(draft)}
        warnings={listWarningCodes(launch.score)}
        plan={toPlan(launch, draft)}
      />
      {description && (
        <p class="card preview-words prose" dir="auto">
          {description}
        </p>
      )}
    </aside>
  )
}

/** Nothing while what is typed is no address yet. */
function toCall({ ctaUrl, ctaLabel }: Draft): Call | null {
  const url = URL.parse(ctaUrl.trim())
  if (url?.protocol !== 'https:') return null
  return { href: null, label: ctaLabel.trim() || null, url: url.href, unicodeUrl: null }
}

function toPlan({ enrollment, movedFrom }: LaunchSummary, draft: Draft) {
  const at = toInstant(draft.scheduledFor)
  const scheduledFor = at?.toISOString() ?? null
  const before = enrollment.scheduledFor
  const isMoved = before !== null && toMinute(before) !== toMinute(scheduledFor)
  const last = isMoved ? before : movedFrom
  return { phase: toPhase(at, last), scheduledFor, movedFrom: last, now: new Date().toISOString(), isLocal: true }
}

/** Inputs know no seconds. */
const toMinute = (at: string | null) => at?.slice(0, 16)

function toPhase(at: Date | null, movedFrom: string | null): LaunchPhase {
  if (at === null) return movedFrom === null ? 'unscheduled' : 'withdrawn'
  return at.getTime() > Date.now() ? 'scheduled' : 'live'
}
