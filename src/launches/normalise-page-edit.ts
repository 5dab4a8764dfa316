import { parseAddress } from '../platform/address.ts'
import { ApiError, type Detail } from '../platform/errors.ts'
import { parseInstant } from '../platform/instant.ts'
import { type PageFields, normalisePageFields } from './page-fields.ts'

/** An edit as it is signed and kept. */
export interface PageEdit {
  fields: PageFields
  /** Lower case. */
  creatorAddress: string
  issuedAt: Date
}

type Given = PageFields & { creatorAddress: string; issuedAt: string }

/** The edit that a request holds (D7, D8, D27), or one `bad_request` that names every field at fault. */
export function normalisePageEdit(given: Given, now: Date): PageEdit {
  const fields = normalisePageFields(given, now)
  const address = parseAddress(given.creatorAddress)
  const issued = checkIssued(given.issuedAt, now)
  if ('fields' in fields && 'address' in address && 'issuedAt' in issued)
    return { ...fields, creatorAddress: address.address, ...issued }
  throw refusal([
    ...('details' in fields ? fields.details : []),
    ...('fault' in address ? [{ path: 'creatorAddress', message: address.fault }] : []),
    ...('fault' in issued ? [{ path: 'issuedAt', message: issued.fault }] : []),
  ])
}

const windowMs = 5 * 60_000

/** A captured edit is worthless once it is stale. */
function checkIssued(text: string, now: Date): { issuedAt: Date } | { fault: string } {
  const read = parseInstant(text)
  if ('fault' in read) return read
  const isFresh = Math.abs(read.instant.getTime() - now.getTime()) <= windowMs
  return isFresh ? { issuedAt: read.instant } : { fault: `must lie within 5 minutes of ${now.toISOString()}` }
}

function refusal(details: Detail[]): ApiError {
  const faults = details.map(({ path, message }) => `${path || 'the body'} ${message}`)
  return new ApiError('bad_request', `Not valid: ${faults.join('; ')}.`, { details })
}
