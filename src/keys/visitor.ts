import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { badField } from '../platform/errors.ts'
import { serviceHeader } from '../platform/http/headers.ts'

/** Names the visitor on whose behalf a proxy sends a request. */
export const visitorHeader = (serviceName: string): string => serviceHeader(serviceName, 'Visitor')

export const describeVisitor = (serviceName: string) => ({
  name: visitorHeader(serviceName),
  in: 'header' as const,
  description:
    'The IPv4 or IPv6 address of the visitor whom the request is for. Limits then count the visitor’s network. Ignored without the key of a proxy',
  schema: { type: 'string' },
})

/** The address in the header of a request with a proxy's key; null: none. Throws `bad_request` for anything else. */
export function readVisitor(
  { headers, caller }: Pick<FastifyRequest, 'headers' | 'caller'>,
  serviceName: string,
): string | null {
  const name = visitorHeader(serviceName)
  const given = headers[name.toLowerCase()]
  if (given === undefined || !caller.key?.isProxy) return null
  const visitor = parseAddress(String(given))
  if (visitor === null) throw badField(name, 'must be one IPv4 or IPv6 address, without a port')
  return visitor
}

/** IPv4-mapped addresses become IPv4. */
function parseAddress(text: string): string | null {
  if (isIP(text) === 0 || text.includes('%')) return null
  return ipaddr.process(text).toString()
}
