/** The position in a caller's trace that W3C's `traceparent` names. */
export interface Traceparent {
  /** 32 hex digits. */
  traceId: string
  /** The id of the caller's span: 16 hex digits. */
  spanId: string
  isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const invalid = { version: 'ff', traceId: '0'.repeat(32), spanId: '0'.repeat(16) }

/** Parses a `traceparent` header; undefined when it is missing or invalid, which W3C treats alike. */
export function parseTraceparent(header: unknown): Traceparent | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header.trim()) ?? []
  if (version === invalid.version || traceId === invalid.traceId || spanId === invalid.spanId) return undefined
  // Later versions may append fields; version 00 has none.
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The header in version 00. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: Traceparent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
