import type { LaunchOutcome } from './codes.ts'
import { shapes } from './design.ts'
import type { Band, ScoreWarning, WarningCode } from './schemas/score.ts'
import { leadWarning, warningLabel, warningSentence } from './warning-words.ts'

export interface ShownState {
  outcome: LaunchOutcome | null
  /** The record's own and those of the latest reading of the contract, critical ones first. */
  warnings: readonly WarningCode[]
}

/** The fact shown before the band. */
export type Lead = { outcome: LaunchOutcome } | { warning: WarningCode } | null

export const isBadOutcome = (outcome: string | null): outcome is 'rugged' | 'dead' =>
  outcome === 'rugged' || outcome === 'dead'

/** A lost token comes before warnings, and warnings before a graduation (D59, D101). */
export function findLead({ outcome, warnings }: ShownState): Lead {
  if (isBadOutcome(outcome)) return { outcome }
  const warning = leadWarning(warnings)
  if (warning !== undefined) return { warning }
  return outcome && { outcome }
}

/** Shown like a critical warning. */
export const isCriticalLead = (shown: ShownState): boolean => {
  const lead = findLead(shown)
  return lead !== null && ('warning' in lead || isBadOutcome(lead.outcome))
}

export const outcomeLabels: Record<LaunchOutcome, string> = {
  graduated: 'Graduated',
  alive: 'Alive',
  dead: 'Dead',
  rugged: 'Rugged',
}

export interface OutcomeStory {
  outcome: LaunchOutcome
  cause: string | null
  removal: {
    share: number
    by: 'insider' | 'venue' | 'other'
    /** The observations before and after the removal. */
    from: string
    to: string
    txHash: string | null
  } | null
  /** Hours from the token's creation to the deciding observation. */
  afterHours: number | null
}

/** Without a story, what the cause says in general. */
type OutcomeSummary = Pick<OutcomeStory, 'outcome' | 'cause'> & Partial<OutcomeStory>

export const outcomeSentences = {
  removed: 'the liquidity was taken out',
  removedShare: (share: string) => `${share} of the liquidity was taken out`,
  after: (text: string, span: string) => `${text} ${span} after launch`,
  /** For a state that an observation found. */
  found: (text: string, span: string) => `${text}, ${span} after launch`,
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  causes: {
    removed: 'the liquidity was taken out',
    cannot_sell: 'holders couldn’t sell at two checks a day apart',
    thin: 'less than $1,000 could be taken out',
    quiet: 'there was no trade in 72 hours',
    gone: 'its liquidity ran out, and it is no longer listed',
  } as Record<string, string>,
  outcomes: {
    graduated: 'seven straight days above $20k liquidity',
    alive: 'it is being traded, and holders could sell',
    dead: 'it is no longer traded',
    rugged: 'holders lost their liquidity',
  } satisfies Record<LaunchOutcome, string>,
}

export type OutcomeSentences = typeof outcomeSentences

/** `99.9% of the liquidity was taken out 1 day after launch`, by the sentences of a language. */
export function tellOutcome(
  { outcome, cause, removal = null, afterHours = null }: OutcomeSummary,
  words: OutcomeSentences = outcomeSentences,
): string {
  const text = removal
    ? words.removedShare(formatShare(removal.share))
    : ((cause && words.causes[cause]) ?? words.outcomes[outcome])
  if (afterHours === null || !isBadOutcome(outcome)) return text
  return (removal ? words.after : words.found)(text, formatSpan(afterHours, words))
}

/** Only the whole is 100 %. */
export const formatShare = (share: number): string => `${Math.floor(Math.min(1, share) * 1000) / 10}%`

const formatSpan = (hours: number, { hours: inHours, days }: OutcomeSentences): string =>
  hours < 23.5 ? inHours(Math.max(1, Math.round(hours))) : days(Math.round(hours / 24))

/** `Rugged: 99.9% of the liquidity was taken out 1 day after launch.` */
export const outcomeSentence = (told: OutcomeSummary): string => `${outcomeLabels[told.outcome]}: ${tellOutcome(told)}.`

export function leadLabel(shown: ShownState): string | undefined {
  const lead = findLead(shown)
  if (lead === null) return undefined
  return 'outcome' in lead ? outcomeLabels[lead.outcome] : warningLabel(shown.warnings)
}

export function leadSentence(shown: ShownState & { cause?: string | null }): string | undefined {
  const lead = findLead(shown)
  if (lead === null) return undefined
  return 'outcome' in lead
    ? outcomeSentence({ outcome: lead.outcome, cause: shown.cause ?? null })
    : warningSentence(shown.warnings)
}

const ownerRights: WarningCode[] = ['owner_can_block_sales', 'owner_can_pause_trading']

/** What the owner can do to sellers, where nothing worse leads the score. A red band is worse. */
export const findOwnerRight = ({ band, ...shown }: ShownState & { band: Band }): WarningCode | null =>
  findLead(shown) !== null || band === 'red'
    ? null
    : (ownerRights.find((code) => shown.warnings.includes(code)) ?? null)

export interface LeadState extends ShownState {
  /** When the token was rugged, seen dead or graduated, as far as it is known; otherwise when the outcome was decided. */
  outcomeAt: string | null
  outcomeCause: string | null
  isUnsigned: boolean
  story: OutcomeStory | null
  newer: { warnings: ScoreWarning[]; readAt: string } | null
}

/** For surfaces that show the whole score. The record itself never changes. */
export const withNewerWarnings = <Score extends { warnings?: ScoreWarning[] }>(
  score: Score,
  { newer }: Pick<LeadState, 'newer'>,
): Score => (newer === null ? score : { ...score, warnings: [...newer.warnings, ...(score.warnings ?? [])] })

/** With details from the record or the newer reading. */
export function describeLead({ warnings = [] }: { warnings?: ScoreWarning[] }, shown: LeadState): string | undefined {
  const lead = findLead(shown)
  if (lead === null) return undefined
  if ('outcome' in lead) return outcomeSentence(shown.story ?? { outcome: lead.outcome, cause: shown.outcomeCause })
  const told = [...warnings, ...(shown.newer?.warnings ?? [])].find(({ code }) => code === lead.warning)
  return told?.message ?? warningSentence([lead.warning])
}

/** The shape of what leads, before a text. */
export function leadSign(shown: ShownState): string {
  const lead = findLead(shown)
  if (lead === null || ('outcome' in lead && lead.outcome === 'alive')) return ''
  return `${shapes['outcome' in lead ? lead.outcome : 'critical'].symbol} `
}

/** For surfaces that show only text. */
export function led(shown: ShownState, text: string, join = ': '): string {
  const label = leadLabel(shown)
  return label === undefined ? text : `${leadSign(shown)}${label}${join}${text}`
}

/** `⚑ Rugged: Left Sock, scored 60.3 before launch`. A warning replaces the score; `plain` is used when nothing leads. */
export function ledWithScore(
  shown: ShownState,
  { subject, points, plain }: { subject: string; points: string; plain: string },
): string {
  if (leadLabel(shown) === undefined) return plain
  return shown.outcome === null ? led(shown, subject) : `${led(shown, subject)}, ${scoredBefore(points)}`
}

/** `scored 60.3 before launch`: what is left to say of a score once the launch has an outcome. */
export const scoredBefore = (points: string): string => `scored ${points} before launch`
