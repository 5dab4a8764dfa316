import { toChecksumAddress } from '../../contract/address.ts'

interface Included {
  /** The envelope. */
  body: string
  include: string[]
  /** null: the event is about no score. */
  subject: Subject | null
  /** The record, if it is included; null: it is taken down or too long. */
  score: string | null
}

export interface Subject {
  name?: string
  symbol?: string
  creatorAddress?: string
}

/** A longer record is left out of deliveries: receivers limit the size of a request. */
export const maxIncludedBytes = 64 * 1024

/**
 * The envelope with the parts of the score that the subscription includes. The same arguments give the same bytes, so all
 * attempts and the feed agree, unless the record is taken down in between.
 */
export function toDeliveryBody({ body, include, subject, score }: Included): string {
  if (include.length === 0 || !subject) return body
  const parsed = JSON.parse(body) as { data: object } // written by `toEnvelope`
  const { name, symbol, creatorAddress } = subject
  const parts = {
    name,
    symbol,
    creatorAddress: creatorAddress && toChecksumAddress(creatorAddress),
    score: score && (JSON.parse(score) as object),
  }
  const included = Object.entries(parts).filter(([name]) => include.includes(name))
  return JSON.stringify({ ...parsed, data: { ...parsed.data, ...Object.fromEntries(included) } })
}
