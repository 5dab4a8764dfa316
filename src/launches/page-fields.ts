import { checkSchedule } from '../enrollment/check-schedule.ts'
import type { Detail } from '../platform/errors.ts'
import { type TextShape, isReadable, normaliseText } from '../platform/text.ts'
import { ctaUrlFault } from './cta-url.ts'
import { plainTextFault } from './plain-text.ts'

/** What a page edit may set, in the order of the signed message. */
export const fieldNames = ['tagline', 'description', 'ctaLabel', 'ctaUrl', 'scheduledFor'] as const
export type FieldName = (typeof fieldNames)[number]

/** Fields that are absent stay as they are; null clears. */
export type PageFields = { [Name in FieldName]?: string | null }

/**
 * The fields of an edit as they are signed and kept (D7, D27), or what is wrong with them. Lengths are the schema's;
 * `ctaUrl` and `scheduledFor` stay as written.
 */
export function normalisePageFields(given: PageFields, now: Date): { fields: PageFields } | { details: Detail[] } {
  const fields: PageFields = {}
  const details: Detail[] = []
  for (const name of fieldNames) {
    const value = given[name]
    if (value === undefined) continue
    const result = value === null ? { text: null } : rules[name](value, now)
    if ('fault' in result) details.push({ path: name, message: result.fault })
    else fields[name] = result.text
  }
  if (details.length > 0) return { details }
  return Object.keys(fields).length > 0 ? { fields } : { details: [nothingToDo] }
}

const nothingToDo: Detail = { path: '', message: `must hold at least one of ${fieldNames.join(', ')}` }

type Normalised = { text: string } | { fault: string }

const rules: Record<FieldName, (value: string, now: Date) => Normalised> = {
  tagline: (value) => normalisePlain(value, 'line'),
  description: (value) => normalisePlain(value, 'paragraph'),
  ctaLabel: (value) => normalisePlain(value, 'line'),
  ctaUrl: (value) => keepUnless(ctaUrlFault(value), value),
  scheduledFor: (value, now) => {
    const checked = checkSchedule(value, now)
    return 'fault' in checked ? checked : { text: value }
  },
}

function normalisePlain(value: string, shape: TextShape): Normalised {
  const result = normaliseText(value, shape)
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must hold something to read: null clears it' }
  return keepUnless(plainTextFault(result.text), result.text)
}

const keepUnless = (fault: string | undefined, text: string): Normalised => (fault ? { fault } : { text })
