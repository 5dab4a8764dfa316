import { checkSchedule } from './check-schedule.ts'
import { parseInstant } from './time.ts'
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

export interface NormalisedFields {
  /** As the creator signs them: `ctaUrl` and `scheduledFor` as written. */
  fields: PageFields
  /** The URL as the page shows it, in ASCII. */
  ctaUrl?: string | null
  scheduledFor?: Date | null
}

/** Normalises the fields of an edit (D7, D27), or returns their faults. The schema checks the lengths. */
export function normalisePageFields(given: PageFields, times: Times): NormalisedFields | { details: Detail[] } {
  const normalised: NormalisedFields = { fields: {} }
  const details: Detail[] = []
  for (const name of fieldNames) {
    const value = given[name]
    if (value === undefined) continue
    const result = value === null ? cleared : rules[name](value, times)
    if ('fault' in result) {
      details.push({ path: name, message: result.fault })
      continue
    }
    normalised.fields[name] = result.text
    if (name === 'ctaUrl') normalised.ctaUrl = result.ascii ?? null
    if (name === 'scheduledFor') normalised.scheduledFor = result.instant ?? null
  }
  if (details.length > 0) return { details }
  return Object.keys(normalised.fields).length > 0 ? normalised : { details: [nothingToDo] }
}

const cleared: { text: null; ascii?: never; instant?: never } = { text: null }

const nothingToDo: Detail = { path: '', message: `must contain at least one of ${fieldNames.join(', ')}` }

type Normalised = { text: string; ascii?: string; instant?: Date } | { fault: string }

const rules: Record<FieldName, (value: string, times: Times) => Normalised> = {
  tagline: (value) => normalisePlain(value, 'line'),
  description: (value) => normalisePlain(value, 'paragraph'),
  ctaLabel: (value) => normalisePlain(value, 'line'),
  ctaUrl: parseCtaUrl,
  scheduledFor: (value, { now, scheduledFor }) => {
    const read = parseInstant(value)
    if ('fault' in read) return read
    if (read.instant.getTime() === scheduledFor?.getTime()) return { text: value, ...read }
    const checked = checkSchedule(value, now)
    return 'fault' in checked ? checked : { text: value, ...read }
  },
}

function normalisePlain(value: string, shape: TextShape): Normalised {
  const result = normaliseText(value, shape)
  if ('fault' in result) return result
  return isReadable(result.text) ? result : { fault: 'must not be empty; use null to clear it' }
}
