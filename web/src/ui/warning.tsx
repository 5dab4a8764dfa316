import type { ComponentChildren } from 'preact'
import { leadWarning, listWarningCodes, warningLabel } from '../rules.ts'
import type { ScoreResult, ScoreWarning, WarningCode } from '../pages.ts'

/** What a score's critical warnings say, before and larger than anything that the band says; nothing without one. */
export const WarningBanner = ({ score, children }: { score: ScoreResult; children?: ComponentChildren }) => {
  const [lead, ...others] = (score.warnings ?? []).filter(({ severity }) => severity === 'critical')
  if (!lead) return null
  const [label, text] = toParts(lead)
  return (
    <div class="warning-banner" role="alert">
      <Sign />
      <div>
        <p class="warning-title">{label}</p>
        <p class="warning-text">{text}</p>
        {others.length > 0 && (
          <ul class="warning-others">
            {others.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        )}
        <p class="warning-source">{formatSources([lead, ...others])}. A high score doesn’t make up for this.</p>
        {children}
      </div>
    </div>
  )
}

/** The gravest critical warning of a row, by sign and words; nothing without one. */
export const WarningChip = ({ codes }: { codes: WarningCode[] }) => {
  const label = warningLabel(codes)
  return label === undefined ? null : (
    <span class="warning-chip">
      <Sign /> {label}
    </span>
  )
}

export const isWarned = (score: ScoreResult): boolean => leadWarning(listWarningCodes(score)) !== undefined

/** A message apart from the label that it begins with, as a sentence of its own. */
function toParts({ message }: ScoreWarning): [label: string, text: string] {
  const at = message.indexOf(': ')
  const text = message.slice(at + 2)
  return [message.slice(0, at), text.charAt(0).toUpperCase() + text.slice(1)]
}

const formatSources = (warnings: ScoreWarning[]): string =>
  `Reported by ${[...new Set(warnings.map(({ source }) => source))].join(', ')}`

const Sign = () => (
  <svg class="warning-sign" viewBox="0 0 16 16" role="img" aria-label="Warning:">
    <path
      fill-rule="evenodd"
      d="M8 .8 15.8 14.8H.2zM7.1 5.4h1.8l-.3 4.8H7.4zm.9 5.6a1 1 0 1 0 .01 2a1 1 0 1 0-.01-2z"
    />
  </svg>
)
