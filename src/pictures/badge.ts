import type { Band, ScoreResult } from '../scoring/schemas.ts'

export const badgeStyles = ['compact', 'card'] as const
export const badgeThemes = ['light', 'dark', 'auto'] as const
export type BadgeTheme = (typeof badgeThemes)[number]

/** What a badge says. */
export interface Badge {
  serviceName: string
  /** The page that it leads to. */
  url: string
  name: string
  symbol: string
  /** As it is, never rounded across the line of a band. */
  aggregate: string
  /** The band, or why the score no longer stands for itself. */
  word: string
  tone: Band | 'grey'
  /** The whole in a sentence, for who can't see it. */
  sentence: string
}

interface Shown {
  score: ScoreResult
  isRevoked: boolean
  now: Date
  site: { serviceName: string; publicUrl: string }
}

const oldAfterMs = 30 * 24 * 3600 * 1000

/** A badge is grey when its score is preliminary, its attestation is revoked, or it is older than 30 days. */
export function badgeOf({ score, isRevoked, now, site }: Shown): Badge {
  const { band, submission } = score
  const doubt = doubtOf(score, { isRevoked, now })
  const aggregate = String(score.aggregate)
  const standing = doubt ? `${band}, but ${doubt}` : band
  return {
    serviceName: site.serviceName,
    url: `${site.publicUrl}/score/${score.id}`,
    name: submission.name,
    symbol: submission.symbol,
    aggregate,
    word: doubt ?? band,
    tone: doubt ? 'grey' : band,
    sentence: `${site.serviceName}: ${submission.name} ($${submission.symbol}) scores ${aggregate} of 100, ${standing}; higher is better`,
  }
}

function doubtOf(score: ScoreResult, { isRevoked, now }: Pick<Shown, 'isRevoked' | 'now'>): string | null {
  if (isRevoked) return 'revoked'
  if (score.hasStubs) return 'preliminary'
  return now.getTime() - Date.parse(score.createdAt) > oldAfterMs ? 'over 30 days old' : null
}
