import { foldShapes } from '../judge/rules/lookalikes-1.1.0.ts'
import type { TokenReport } from '../providers/token-risk.ts'
import type { Submission } from './schemas.ts'

/** The name and the ticker that a provider reports for a token, as they came; null: not reported. */
export interface ReportedNames {
  name: string | null
  symbol: string | null
}

/**
 * The reported name and ticker of a token if either is another's than the submission's; null if they match apart from case,
 * spacing, punctuation and look-alike letters, or if none is reported.
 */
export function findOtherNames(
  { name, symbol }: Pick<Submission, 'name' | 'symbol'>,
  report: TokenReport | null,
): ReportedNames | null {
  const reported = {
    name: toReported(report?.fields.token_name),
    symbol: toReported(report?.fields.token_symbol),
  }
  return isOther(reported.name, name) || isOther(reported.symbol, symbol) ? reported : null
}

const toReported = (text = ''): string | null => (text.trim() === '' ? null : text.trim())

const isOther = (reported: string | null, submitted: string): boolean =>
  reported !== null && foldShapes(reported) !== foldShapes(submitted)
