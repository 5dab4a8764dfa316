import { foldShapes } from '../judge/rules/lookalikes-1.1.0.ts'
import type { TokenFacts } from '../providers/token-risk.ts'
import type { Submission } from './schemas.ts'

export interface ReportedNames {
  name: string | null
  symbol: string | null
}

/** null if the names match apart from case, spacing, punctuation and look-alike letters, or if none is reported. */
export function findOtherNames(
  { name, symbol }: Pick<Submission, 'name' | 'symbol'>,
  facts: TokenFacts | null,
): ReportedNames | null {
  const reported = { name: facts?.name ?? null, symbol: facts?.symbol ?? null }
  return isOther(reported.name, name) || isOther(reported.symbol, symbol) ? reported : null
}

const isOther = (reported: string | null, submitted: string): boolean =>
  reported !== null && foldShapes(reported) !== foldShapes(submitted)
