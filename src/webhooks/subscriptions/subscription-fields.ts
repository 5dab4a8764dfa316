import { parseAddress, toChecksumAddress } from '../../../contract/address.ts'
import { badField } from '../../platform/errors.ts'
import { normaliseText } from '../../../contract/text.ts'
import { allEvents } from '../../../contract/schemas/event.ts'
import type { DeliveryFormat } from '../../../contract/schemas/delivery.ts'
import type { Filters, Included } from '../../../contract/schemas/webhook.ts'

export function checkEvents(events: string[]): string[] {
  if (events.length > 1 && events.includes(allEvents))
    throw badField('events', `must not name other events in addition to ${allEvents}, which selects all events`)
  return events
}

export function normaliseDescription(description: string | null | undefined): string | null {
  if (!description) return null
  const result = normaliseText(description, 'line')
  if ('fault' in result) throw badField('description', result.fault)
  return result.text === '' ? null : result.text
}

/** Addresses in lower case, without fields that exclude nothing; null when none is left. */
export function normaliseFilters(filters: Filters | null | undefined): Filters | null {
  const { own, bands, creatorAddress, contractAddress, minAggregate } = filters ?? {}
  const stored = {
    ...(own && { own }),
    ...(bands && { bands }),
    ...(creatorAddress !== undefined && { creatorAddress: toStored('creatorAddress', creatorAddress) }),
    ...(contractAddress !== undefined && { contractAddress: toStored('contractAddress', contractAddress) }),
    ...(minAggregate !== undefined && { minAggregate }),
  }
  return Object.keys(stored).length > 0 ? stored : null
}

function toStored(field: 'creatorAddress' | 'contractAddress', given: string): string {
  const parsed = parseAddress(given)
  if ('fault' in parsed) throw badField(`filters.${field}`, parsed.fault)
  return parsed.address
}

export function toFiltersResponse(filters: Filters | null): Filters | null {
  if (!filters) return null
  const { creatorAddress, contractAddress } = filters
  return {
    ...filters,
    ...(creatorAddress && { creatorAddress: toChecksumAddress(creatorAddress) }),
    ...(contractAddress && { contractAddress: toChecksumAddress(contractAddress) }),
  }
}

export const toCurrentName = <Choice extends string>(choice: Choice | 'specification') =>
  choice === 'specification' ? 'default' : choice

interface IncludeChoice {
  include: Included[]
  format: DeliveryFormat
  filters: Filters | null
}

/** Receivers of the default format without filters may rely on the exact fields of its data. */
export const mayInclude = ({ include, filters, format }: IncludeChoice): boolean =>
  include.length === 0 || filters !== null || format === 'standard-webhooks'
