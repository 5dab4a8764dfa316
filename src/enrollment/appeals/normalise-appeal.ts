import { parseAddress } from '../../../contract/address.ts'
import { badFields } from '../../platform/errors.ts'
import { isReadable, normaliseText } from '../../../contract/text.ts'
import { checkIssued } from '../check-issued.ts'
import { maxTextLength } from '../../../contract/schemas/appeal.ts'

interface NormalisedAppeal {
  reason: string
  /** Lower case. */
  creatorAddress: string
  issuedAt: Date
}

/** Throws one `bad_request` that names every invalid field (D7, D8). */
export function normaliseAppeal(
  given: { reason: string; creatorAddress: string; issuedAt: string },
  now: Date,
): NormalisedAppeal {
  const reason = normaliseLongText(given.reason)
  const address = parseAddress(given.creatorAddress)
  const issued = checkIssued(given.issuedAt, now)
  if ('text' in reason && 'address' in address && 'issuedAt' in issued)
    return { reason: reason.text, creatorAddress: address.address, ...issued }
  const details = Object.entries({ reason, creatorAddress: address, issuedAt: issued }).flatMap(([path, result]) =>
    'fault' in result ? [{ path, message: result.fault }] : [],
  )
  throw badFields(details)
}

/** Returns the fault in words that follow the field's name. */
export function normaliseLongText(given: string): { text: string } | { fault: string } {
  const result = normaliseText(given, 'paragraph')
  if ('fault' in result) return result
  if (!isReadable(result.text)) return { fault: 'must not be empty' }
  const isTooLong = Array.from(result.text).length > maxTextLength
  return isTooLong ? { fault: `must have at most ${maxTextLength} characters` } : result
}
