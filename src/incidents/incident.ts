import { UsageError } from '../platform/command.ts'
import { type TextShape, isReadable, normaliseText } from '../platform/text.ts'

export const impacts = ['minor', 'major'] as const
export type Impact = (typeof impacts)[number]
export type UpdateKind = 'opened' | 'updated' | 'resolved'

/** An incident as it is shown: times in UTC, its updates from the first to the last. */
export interface Incident {
  id: string
  title: string
  impact: Impact
  openedAt: string
  /** null: it lasts. */
  resolvedAt: string | null
  updates: { kind: UpdateKind; body: string; postedAt: string }[]
}

export const titleFrom = (given: unknown): string => textFrom('title', given, { shape: 'line', most: 120 })
export const bodyFrom = (given: unknown): string => textFrom('body', given, { shape: 'paragraph', most: 5000 })

/** Text for everybody to read, or a UsageError that says what is wrong with it. */
function textFrom(name: string, given: unknown, { shape, most }: { shape: TextShape; most: number }): string {
  if (typeof given !== 'string') throw new UsageError(`--${name} is missing`)
  const result = normaliseText(given, shape)
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  if (!isReadable(result.text)) throw new UsageError(`--${name} must say something`)
  if (Array.from(result.text).length > most) throw new UsageError(`--${name} must have at most ${most} characters`)
  return result.text
}

export function impactFrom(given: unknown = 'minor'): Impact {
  const impact = impacts.find((impact) => impact === given)
  if (!impact) throw new UsageError(`--impact must be one of ${impacts.join(', ')}`)
  return impact
}

/** One line for a terminal. */
export const lineOf = ({ id, title, impact, openedAt, resolvedAt }: Incident): string =>
  [id, impact, resolvedAt ? `${openedAt} to ${resolvedAt}` : `since ${openedAt}`, title].join('  ')
