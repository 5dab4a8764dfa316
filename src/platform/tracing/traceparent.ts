export interface Traceparent {
  traceId: string
  spanId: string
  isSampled: boolean
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const invalid = { version: 'ff', traceId: '0'.repeat(32), spanId: '0'.repeat(16) }

export function parseTraceparent(header: unknown): Traceparent | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header.trim()) ?? []
  if (version === invalid.version || traceId === invalid.traceId || spanId === invalid.spanId) return undefined
  // Later versions may append fields; version 00 has none.
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: Traceparent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
