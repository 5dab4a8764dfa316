import { isReadable, normaliseText } from '../../../contract/text.ts'

const maxReasonLength = 500

/** Returns the fault in words that follow the field's name. */
export function parseReason(given: string): { reason: string } | { fault: string } {
  const result = normaliseText(given, 'line')
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  if (Array.from(result.text).length > maxReasonLength)
    return { fault: `must have at most ${maxReasonLength} characters` }
  return { reason: result.text }
}
