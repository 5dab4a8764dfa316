import { leadWarning, listWarningCodes, warningLabel } from '../rules.ts'
import type { ScoreResult, WarningCode } from '../pages.ts'

export { CriticalBar as WarningBanner } from './critical-bar.tsx'

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

const Sign = () => (
  <svg class="warning-sign" viewBox="0 0 16 16" role="img" aria-label="Warning:">
    <path
      fill-rule="evenodd"
      d="M8 .8 15.8 14.8H.2zM7.1 5.4h1.8l-.3 4.8H7.4zm.9 5.6a1 1 0 1 0 .01 2a1 1 0 1 0-.01-2z"
    />
  </svg>
)
