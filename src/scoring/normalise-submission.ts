import { parseNonzeroAddress } from '../../contract/address.ts'
import type { Detail } from '../../contract/schema.ts'
import { badFields } from '../platform/errors.ts'
import { isReadable, normaliseText } from '../../contract/text.ts'
import type { Submission } from '../signals/schemas.ts'
import { findClaim } from './claims-in-names.ts'
import { dropDollarSigns } from '../../contract/drop-dollar-signs.ts'
import type { ScoreSubmission } from '../../contract/schemas/score.ts'

/** Throws one `bad_request` that names every invalid field. */
export function normaliseSubmission(body: ScoreSubmission, { serviceName }: { serviceName: string }): Submission {
  const details: Detail[] = []
  const keep = (path: string, result: { value: string } | { fault: string }): string => {
    if ('value' in result) return result.value
    details.push({ path, message: result.fault })
    return ''
  }
  const submission = {
    name: keep('name', withoutClaim(toText(body.name, 'line'), serviceName)),
    symbol: keep('symbol', withoutClaim(parseSymbol(body.symbol), serviceName)),
    description: keep('description', toText(body.description, 'paragraph')),
    imageUrl: keep('imageUrl', toText(body.imageUrl, 'line')),
    xHandle: body.xHandle,
    creatorAddress: keep('creatorAddress', toAddress(body.creatorAddress)),
    contractAddress: body.contractAddress ? keep('contractAddress', toAddress(body.contractAddress)) : null,
  }
  if (details.length > 0) throw badFields(details)
  return submission
}

function toText(text: string, shape: 'line' | 'paragraph'): { value: string } | { fault: string } {
  const result = normaliseText(text, shape)
  if ('fault' in result) return result
  return isReadable(result.text) ? { value: result.text } : { fault: 'must not be empty' }
}

function withoutClaim(result: { value: string } | { fault: string }, serviceName: string) {
  const fault = 'value' in result ? findClaim(result.value, serviceName) : null
  return fault === null ? result : { fault }
}

function parseSymbol(text: string): { value: string } | { fault: string } {
  const bare = dropDollarSigns(text)
  return bare === '' ? { fault: 'must have characters after the $' } : toText(bare, 'line')
}

function toAddress(text: string): { value: string } | { fault: string } {
  const result = parseNonzeroAddress(text)
  return 'fault' in result ? result : { value: result.address }
}
