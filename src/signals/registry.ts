import { type SignalLooks, findSignalWords } from '../../contract/signals/looks.ts'
import type { Deps } from '../deps.ts'
import { creatorSignal } from './creator.ts'
import type { SignalDefinition, SignalRegistry } from './definition.ts'
import { imageSignal } from './image.ts'
import { memeSignal } from './meme.ts'
import { nameSignal } from './name.ts'
import { riskSignal } from './risk.ts'
import { socialSignal } from './social.ts'

/** Every signal that a released prompt version lists. */
export const releasedSignals: SignalRegistry = Object.fromEntries(
  [memeSignal, creatorSignal, imageSignal, nameSignal, socialSignal, riskSignal].map((one) => [one.name, one]),
)

/** How the signals of this deployment are shown. */
export const listLooks = ({ signals }: Pick<Deps, 'signals'>): SignalLooks =>
  Object.fromEntries(Object.entries(signals).map(([name, one]) => [name, one?.look]))

/** The title of a signal in English. */
export const getTitle = ({ signals }: Pick<Deps, 'signals'>, name: string): string =>
  findSignalWords(name, 'en', { [name]: signals[name]?.look }).title

/** Throws for an unknown name, which means that a version's `weights.json` names a signal without a definition. */
export function findSignal({ signals: registry }: Pick<Deps, 'signals'>, name: string): SignalDefinition {
  const found = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (!found) throw new Error(`Unknown signal ${name}: it has no row in registry.ts`)
  return found
}
