import { toChecksumAddress } from '../../contract/address.ts'

export interface Subject {
  name?: string
  symbol?: string
  creatorAddress?: string
}

/**
 * The envelope with the facts that the subscription includes. The same arguments give the same bytes, so all attempts
 * and the feed agree.
 */
export function toDeliveryBody(envelope: string, include: string[], subject: Subject | null): string {
  if (include.length === 0 || !subject) return envelope
  const parsed = JSON.parse(envelope) as { data: object } // written by `toEnvelope`
  const { name, symbol, creatorAddress } = subject
  const facts = { name, symbol, creatorAddress: creatorAddress && toChecksumAddress(creatorAddress) }
  const included = Object.entries(facts).filter(([name]) => include.includes(name))
  return JSON.stringify({ ...parsed, data: { ...parsed.data, ...Object.fromEntries(included) } })
}
