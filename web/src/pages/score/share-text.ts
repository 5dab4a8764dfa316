import type { ScoreResult } from '../../pages.ts'
import { recordWarning, warned } from '../../rules.ts'
import { formatScore } from '../../words/formats.ts'

/** What a post about a score says: a critical warning first. */
export function toShareText({ submission, aggregate, band, ...score }: ScoreResult, serviceName: string): string {
  const words = `${submission.name} ($${submission.symbol}): ${formatScore(aggregate)} of 100, ${band}, on ${serviceName}. Higher is better.`
  return warned(recordWarning(score), words)
}
