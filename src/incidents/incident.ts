import { UsageError } from '../platform/cli/command.ts'
import { type TextShape, isReadable, normaliseText } from '../platform/text.ts'

export const impacts = ['minor', 'major'] as const
export type Impact = (typeof impacts)[number]
export type UpdateKind = 'opened' | 'updated' | 'resolved'

/** An incident for display: times in UTC, updates in order. */
export interface Incident {
  id: string
  title: string
  impact: Impact
  openedAt: string
  /** null: not resolved. */
  resolvedAt: string | null
  updates: { kind: UpdateKind; body: string; postedAt: string }[]
}

export const parseTitle = (given: unknown): string => parseText('title', given, { shape: 'line', most: 120 })
export const parseBody = (given: unknown): string => parseText('body', given, { shape: 'paragraph', most: 5000 })

/** Parses public text; throws UsageError with the reason when it is refused. */
function parseText(name: string, given: unknown, { shape, most }: { shape: TextShape; most: number }): string {
  if (typeof given !== 'string') throw new UsageError(`missing --${name}`)
  const result = normaliseText(given, shape)
  if ('fault' in result) throw new UsageError(`--${name} ${result.fault}`)
  if (!isReadable(result.text)) throw new UsageError(`--${name} must not be empty`)
  if (Array.from(result.text).length > most) throw new UsageError(`--${name} must have at most ${most} characters`)
  return result.text
}

export function parseImpact(given: unknown = 'minor'): Impact {
  const impact = impacts.find((impact) => impact === given)
  if (!impact) throw new UsageError(`--impact must be one of ${impacts.join(', ')}`)
  return impact
}

/** One line for a terminal. */
export const formatLine = ({ id, title, impact, openedAt, resolvedAt }: Incident): string =>
  [id, impact, resolvedAt ? `${openedAt} to ${resolvedAt}` : `since ${openedAt}`, title].join('  ')
