import { checkIssued } from '../enrollment/check-issued.ts'
import { parseAddress } from '../../contract/address.ts'
import { badFields } from '../platform/errors.ts'
import { type NormalisedFields, type PageFields, normalisePageFields } from '../../contract/page-fields.ts'

interface NormalisedEdit extends NormalisedFields {
  /** Lower case. */
  creatorAddress: string
  issuedAt: Date
}

interface Context {
  launch: { scheduledFor: Date | null } | undefined
  now: Date
}

type EditInput = PageFields & { creatorAddress: string; issuedAt: string }

/** Throws one `bad_request` that names every invalid field (D7, D8, D27). */
export function normalisePageEdit(given: EditInput, { launch, now }: Context): NormalisedEdit {
  const fields = normalisePageFields(given, { now, scheduledFor: launch?.scheduledFor ?? null })
  const address = parseAddress(given.creatorAddress)
  const issued = checkIssued(given.issuedAt, now)
  if ('fields' in fields && 'address' in address && 'issuedAt' in issued)
    return { ...fields, creatorAddress: address.address, ...issued }
  throw badFields([
    ...('details' in fields ? fields.details : []),
    ...('fault' in address ? [{ path: 'creatorAddress', message: address.fault }] : []),
    ...('fault' in issued ? [{ path: 'issuedAt', message: issued.fault }] : []),
  ])
}
