import { dayMs } from '../../contract/durations.ts'
import type { Band, ScoreResult } from '../../contract/schemas/score.ts'
import {
  type ToldState,
  findLead,
  isBadOutcome,
  leadSign,
  outcomeLabels,
  scoredBefore,
  tellLead,
} from '../../contract/lead.ts'
import { warningWords } from '../../contract/warning-words.ts'

export const badgeStyles = ['compact', 'card'] as const
export const badgeThemes = ['light', 'dark', 'auto'] as const
export type BadgeTheme = (typeof badgeThemes)[number]
export type BadgeTone = Band | 'critical' | 'grey'

export interface Badge {
  serviceName: string
  url: string
  name: string
  symbol: string
  /** Exact: rounding could cross a band's boundary. */
  aggregate: string
  /** The band; or why the score is in doubt; or the outcome or critical warning that replaces both. */
  word: string
  /** Only for a launch with an outcome. */
  before: string | null
  tone: BadgeTone
  /** For screen readers. */
  sentence: string
}

interface Shown {
  score: ScoreResult
  state: ToldState
  isRevoked: boolean
  now: Date
  site: { serviceName: string; publicUrl: string }
}

const oldAfterMs = 30 * dayMs

/** Grey when the score is preliminary, a test, revoked or older than 30 days. */
export function toBadge({ score, state, isRevoked, now, site }: Shown): Badge {
  const { band, submission } = score
  const doubt = formatDoubt(score, { isRevoked, now })
  const aggregate = String(score.aggregate)
  const told = tellLead(score, state)
  const before = state.outcome === null ? null : scoredBefore(aggregate)
  const signing = state.isUnsigned ? ', unsigned' : ''
  const result = `${doubt ? `${band}, but ${doubt}` : band}${signing}`
  return {
    serviceName: site.serviceName,
    url: `${site.publicUrl}/score/${score.id}`,
    name: submission.name,
    symbol: submission.symbol,
    aggregate,
    ...(toLeadWord(state) ?? { word: `${doubt ?? band}${signing}`, tone: doubt ? 'grey' : band }),
    before,
    sentence: [
      ...(told === undefined ? [] : [`${leadSign(state)}${told}`]),
      `${site.serviceName}: ${submission.name} ($${submission.symbol}) ${before ?? `scores ${aggregate} of 100, ${result}; higher is better`}`,
    ].join(' '),
  }
}

function toLeadWord(state: ToldState): Pick<Badge, 'word' | 'tone'> | null {
  const lead = findLead(state)
  if (lead === null) return null
  if ('warning' in lead) return { word: warningWords[lead.warning].label.toLowerCase(), tone: 'critical' }
  const word = outcomeLabels[lead.outcome].toLowerCase()
  if (isBadOutcome(lead.outcome)) return { word, tone: 'critical' }
  return { word, tone: lead.outcome === 'graduated' ? 'green' : 'grey' }
}

function formatDoubt(score: ScoreResult, { isRevoked, now }: Pick<Shown, 'isRevoked' | 'now'>): string | null {
  if (isRevoked) return 'revoked'
  if (score.test) return 'test record'
  if (score.hasStubs) return 'preliminary'
  return now.getTime() - Date.parse(score.createdAt) > oldAfterMs ? 'over 30 days old' : null
}
