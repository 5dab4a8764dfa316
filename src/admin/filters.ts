import { Type } from 'typebox'
import { parseAddress } from '../../contract/address.ts'
import { badField } from '../platform/errors.ts'
import { type Band, bandNames } from '../../contract/schemas/score.ts'

export interface ScoreFilters {
  band?: Band | undefined
  hasStubs?: boolean | undefined
  creatorAddress?: string | undefined
}

export const enrollmentFilters = {
  band: Type.Optional(Type.Unsafe<Band>({ type: 'string', enum: bandNames, description: 'Only this band' })),
  creatorAddress: Type.Optional(Type.String({ description: 'Only entries of this creator' })),
}

export const scoreFilters = {
  ...enrollmentFilters,
  confidence: Type.Optional(
    Type.Unsafe<'preliminary' | 'final'>({
      type: 'string',
      enum: ['preliminary', 'final'],
      description: 'Only preliminary or only final scores',
    }),
  ),
}

interface Query {
  band?: Band
  creatorAddress?: string
  confidence?: 'preliminary' | 'final'
}

export function toFilters({ band, creatorAddress, confidence }: Query): ScoreFilters {
  const hasStubs = confidence === undefined ? undefined : confidence === 'preliminary'
  if (creatorAddress === undefined) return { band, hasStubs }
  const parsed = parseAddress(creatorAddress)
  if ('fault' in parsed) throw badField('creatorAddress', parsed.fault)
  return { band, hasStubs, creatorAddress: parsed.address }
}
