import { signalNames } from '../../signals/schemas.ts'
import type { ScoreResult } from '../schemas.ts'

/** The six signals of a record with their names, in the specification's order. */
export const listSignals = ({ signals }: Pick<ScoreResult, 'signals'>) =>
  signalNames.map((name) => ({ name, ...signals[name] }))

export type NamedSignal = ReturnType<typeof listSignals>[number]
