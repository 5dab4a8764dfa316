import { findSignalWords, type SignalLooks } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import { creatorSignal } from './creator.ts'
import type { SignalDefinition, SignalRegistry } from './definition.ts'
import { imageSignal, memeSignal } from './judged.ts'
import { nameSignal } from './name.ts'
import { riskSignal } from './risk.ts'
import { socialSignal } from './social.ts'

export const releasedSignals: SignalRegistry = Object.fromEntries(
  [memeSignal, creatorSignal, imageSignal, nameSignal, socialSignal, riskSignal].map((one) => [one.name, one]),
)

export const listLooks = ({ signals }: Pick<Deps, 'signals'>): SignalLooks =>
  Object.fromEntries(Object.entries(signals).map(([name, one]) => [name, one?.look]))

export const getTitle = ({ signals }: Pick<Deps, 'signals'>, name: string): string =>
  findSignalWords(name, 'en', { [name]: signals[name]?.look }).title

/** Throws for an unknown name: a version's `weights.json` is wrong. */
export function findSignal({ signals: registry }: Pick<Deps, 'signals'>, name: string): SignalDefinition {
  const found = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (!found) throw new Error(`Unknown signal ${name}: it has no row in registry.ts`)
  return found
}
