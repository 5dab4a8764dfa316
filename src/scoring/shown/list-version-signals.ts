import type { VersionSignal } from '../../../contract/props/home.ts'
import type { Deps } from '../../deps.ts'
import { findSignal } from '../../signals/registry.ts'

export async function listVersionSignals(deps: Deps): Promise<VersionSignal[]> {
  const { signals } = await deps.activePrompt()
  return signals.map(({ name, weight }) => {
    const { provider } = findSignal(deps, name)
    return { name, weight, provider, isPending: provider !== null && deps[provider] === null }
  })
}

export async function listPendingSignals(deps: Deps): Promise<string[]> {
  const signals = await listVersionSignals(deps)
  return signals.filter(({ isPending }) => isPending).map(({ name }) => name)
}
