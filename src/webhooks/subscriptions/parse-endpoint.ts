import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import { OutboundRefused } from '../../platform/outbound/outbound.ts'

const maxLength = 2048

/**
 * The stored form: as given if ASCII, otherwise with the host in Punycode. Every attempt checks the endpoint again,
 * including its addresses.
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
