import { chooseCoding, parseChoices } from './negotiation.ts'

export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

const variant = /-(br|gzip)"$/

/** The bytes differ, so the tags must (RFC 9110 8.8.3.3). */
export const nameVariant = (etag: string, coding: Coding): string => etag.replace(/"$/, `-${coding}"`)

interface Conditions {
  'if-none-match'?: string | undefined
  'accept-encoding'?: string | undefined
}

/** Weak tags compare equal; `*` names any copy. undefined: the client has no current copy. */
export function findCurrentCopy(headers: Conditions, etag: string): string | undefined {
  const given = headers['if-none-match']
  if (given === undefined) return undefined
  if (given.trim() === '*') return etag
  const tags = (given.match(/"[^"]*"/g) ?? []).map((tag) => ({
    tag,
    coding: variant.exec(tag)?.[1] as Coding | undefined,
  }))
  const opaque = etag.replace(/^W\//, '')
  const current = tags.filter(({ tag, coding }) => tag.replace(coding ? variant : '', coding ? '"' : '') === opaque)
  const accepted = headers['accept-encoding']
  // The copy in the chosen coding comes first.
  const chosen = chooseCoding(accepted, codings)
  const best =
    current.find(({ coding }) => coding === (chosen ?? undefined)) ??
    current.find(({ coding }) => coding === undefined || isAccepted(accepted, coding))
  if (!best) return undefined
  return best.coding ? nameVariant(etag, best.coding) : etag
}

function isAccepted(acceptEncoding: string | undefined, coding: Coding): boolean {
  return parseChoices(acceptEncoding ?? '').some(
    ({ value, weight }) => weight > 0 && chooseCoding(value, [coding]) === coding,
  )
}
