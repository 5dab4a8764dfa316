import { checkSchedule } from './check-schedule.ts'
import { parseInstant } from './instant.ts'
import type { Detail } from './schema.ts'
import { type TextShape, isReadable, normaliseText } from './text.ts'
import { parseCtaUrl } from './cta-url.ts'

/** In the order of the signed message. */
export const fieldNames = ['tagline', 'description', 'ctaLabel', 'ctaUrl', 'scheduledFor'] as const
type FieldName = (typeof fieldNames)[number]

/** Absent fields stay unchanged; null clears. */
export type PageFields = { [Name in FieldName]?: string | null }

interface Times {
  now: Date
  /** The current launch time, which an edit may repeat when it has passed (D72). */
  scheduledFor: Date | null
}

/** Returns the faults of the fields (D7, D27). `ctaUrl` and `scheduledFor` stay as written. */
export function normalisePageFields(given: PageFields, times: Times): { fields: PageFields } | { details: Detail[] } {
  const fields: PageFields = {}
  const details: Detail[] = []
  for (const name of fieldNames) {
    const value = given[name]
    if (value === undefined) continue
    const result = value === null ? { text: null } : rules[name](value, times)
    if ('fault' in result) details.push({ path: name, message: result.fault })
    else fields[name] = result.text
  }
  if (details.length > 0) return { details }
  return Object.keys(fields).length > 0 ? { fields } : { details: [nothingToDo] }
}

const nothingToDo: Detail = { path: '', message: `must contain at least one of ${fieldNames.join(', ')}` }

type Normalised = { text: string } | { fault: string }

const rules: Record<FieldName, (value: string, times: Times) => Normalised> = {
  tagline: (value) => normalisePlain(value, 'line'),
  description: (value) => normalisePlain(value, 'paragraph'),
  ctaLabel: (value) => normalisePlain(value, 'line'),
  ctaUrl: parseCtaUrl,
  scheduledFor: (value, { now, scheduledFor }) => {
    const read = parseInstant(value)
    if ('fault' in read) return read
    if (read.instant.getTime() === scheduledFor?.getTime()) return { text: value }
    const checked = checkSchedule(value, now)
    return 'fault' in checked ? checked : { text: value }
  },
}

function normalisePlain(value: string, shape: TextShape): Normalised {
  const result = normaliseText(value, shape)
  if ('fault' in result) return result
  return isReadable(result.text) ? result : { fault: 'must not be empty; use null to clear it' }
}
