import { isZeroAddress, parseAddress } from '../platform/address.ts'
import { ApiError, type Detail } from '../platform/errors.ts'
import { isReadable, normaliseText } from '../platform/text.ts'
import type { Submission } from '../signals/schemas.ts'
import type { ScoreSubmission } from './schemas.ts'

/** A submission as it is kept (D7, D8, D12), or one `bad_request` that names every field at fault. */
export function normaliseSubmission(body: ScoreSubmission): Submission {
  const details: Detail[] = []
  const keep = (path: string, result: { value: string } | { fault: string }): string => {
    if ('value' in result) return result.value
    details.push({ path, message: result.fault })
    return ''
  }
  const submission = {
    name: keep('name', textOf(body.name, 'line')),
    symbol: keep('symbol', symbolOf(body.symbol)),
    description: keep('description', textOf(body.description, 'paragraph')),
    imageUrl: keep('imageUrl', textOf(body.imageUrl, 'line')),
    xHandle: body.xHandle,
    creatorAddress: keep('creatorAddress', addressOf(body.creatorAddress)),
    contractAddress: body.contractAddress ? keep('contractAddress', addressOf(body.contractAddress)) : null,
  }
  if (details.length > 0) throw new ApiError('bad_request', sentenceOf(details), { details })
  return submission
}

const sentenceOf = (details: Detail[]) =>
  `Not valid: ${details.map(({ path, message }) => `${path} ${message}`).join('; ')}.`

function textOf(text: string, shape: 'line' | 'paragraph'): { value: string } | { fault: string } {
  const result = normaliseText(text, shape)
  if ('fault' in result) return result
  return isReadable(result.text) ? { value: result.text } : { fault: 'must hold something to read' }
}

function symbolOf(text: string): { value: string } | { fault: string } {
  const bare = text.trim().replace(/^\$/, '')
  return bare === '' ? { fault: 'must hold more than a $' } : textOf(bare, 'line')
}

function addressOf(text: string): { value: string } | { fault: string } {
  const result = parseAddress(text)
  if (!('address' in result)) return result
  return isZeroAddress(result.address) ? { fault: 'must not be the zero address' } : { value: result.address }
}
