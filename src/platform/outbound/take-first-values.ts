import type { IncomingHttpHeaders } from 'node:http'

/** By lower-case name; the first of repeated values. */
export type ResponseHeaders = Record<string, string | undefined>

export const takeFirstValues = (headers: IncomingHttpHeaders): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
