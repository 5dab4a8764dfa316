import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '../../contract/public-address.ts'
import { badField } from '../platform/errors.ts'
import { serviceHeader } from '../platform/http/headers.ts'

/** Names the visitor on whose behalf a proxy sends a request. */
export const visitorHeader = (serviceName: string): string => serviceHeader(serviceName, 'Visitor')

export const describeVisitor = (serviceName: string) => ({
  name: visitorHeader(serviceName),
  in: 'header' as const,
  description:
    'The IPv4 or IPv6 address of the visitor whom the request is for. Limits then count the visitor’s network. Only with the key of a proxy',
  schema: { type: 'string' },
})

/**
 * The public address in the header of a request with a proxy's key. Null without the header, and for an address that is
 * not public: such a visitor counts as the proxy itself. Throws `bad_request` for anything else.
 */
export function readVisitor(
  { headers, caller }: Pick<FastifyRequest, 'headers' | 'caller'>,
  serviceName: string,
): string | null {
  const name = visitorHeader(serviceName)
  const given = headers[name.toLowerCase()]
  if (given === undefined) return null
  if (!caller.key?.isProxy) throw badField(name, 'is only taken with the key of a proxy (keys issue --proxy)')
  const visitor = parseAddress(String(given))
  if (visitor === null) throw badField(name, 'must be one IPv4 or IPv6 address, without a port')
  return isPublicAddress(visitor) ? visitor : null
}

/** IPv4-mapped addresses become IPv4. */
function parseAddress(text: string): string | null {
  if (isIP(text) === 0 || text.includes('%')) return null
  return ipaddr.process(text).toString()
}
