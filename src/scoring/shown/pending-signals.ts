import type { Deps } from '../../deps.ts'

/** The signals that are stubs in this deployment (D16). */
export const pendingSignals = (deps: Deps): string[] =>
  Object.values(deps.signals).flatMap((one) =>
    one && one.provider !== null && deps[one.provider] === null ? [one.name] : [],
  )
