import type { IncomingHttpHeaders } from 'node:http'

/** The headers of a response, by lower-case name. A repeated header has its first value. */
export type ResponseHeaders = Record<string, string | undefined>

export const takeFirstValues = (headers: IncomingHttpHeaders): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
