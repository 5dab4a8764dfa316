import type { Deps } from '../../deps.ts'
import type { SignalName } from '../../signals/schemas.ts'

/** The signals that are stubs in this deployment (D16). */
export function pendingSignals({ model, creatorData, tokenRisk }: Deps): SignalName[] {
  const needs: [SignalName, object | null][] = [
    ['meme', model],
    ['creator', creatorData],
    ['image', model],
    ['risk', tokenRisk],
  ]
  return needs.filter(([, provider]) => provider === null).map(([signal]) => signal)
}
