import { markPath } from '../../../contract/design.ts'

/** Four rising bars. */
export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" aria-hidden="true">
    <path d={markPath} />
  </svg>
)
