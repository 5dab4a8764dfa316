import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import { OutboundRefused } from '../../platform/outbound/outbound.ts'

const maxLength = 2048

/**
 * The form of an endpoint that is stored and shown: as given if that is ASCII, else as the URL standard writes it, with an
 * internationalised host in Punycode. Every attempt checks the endpoint again, including the addresses of its name.
 */
export function parseEndpoint({ outbound }: Deps, endpoint: string): string {
  const { href } = check(outbound.webhooks, endpoint)
  const ascii = /^[\x21-\x7e]+$/.test(endpoint) ? endpoint : href
  if (ascii.length > maxLength) throw badField('endpoint', `must have at most ${maxLength} characters in ASCII`)
  return ascii
}

function check(outbound: Deps['outbound']['webhooks'], endpoint: string): URL {
  try {
    return outbound.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
}
