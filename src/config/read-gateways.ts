import { bareUrl, type EnvReader } from '../platform/env.ts'
import { checkTarget, exemptHosts, isAllowEntry, OutboundRefused } from '../platform/outbound/outbound-target.ts'

/** Where images with `ipfs://` and `ar://` URIs are fetched (D87). */
export interface GatewaysConfig {
  gateways: { ipfs: string; arweave: string }
}

/** Images are fetched under the rules for outbound requests, so a gateway that breaks them stops the start. */
export function readGateways(env: EnvReader, outboundAllow: string[]): GatewaysConfig {
  const exempt = exemptHosts(outboundAllow.filter(isAllowEntry), 'images')
  const read = (name: string, usual: string): string => {
    const url = env.url(name, ['https', 'http'], usual, bareUrl)
    if (url === null) return usual
    const fault = findFault(url, exempt)
    if (fault !== null) env.problem(name, `${fault}, or OUTBOUND_ALLOW must have its host as images=…`)
    return url.endsWith('/') ? url : `${url}/`
  }
  return {
    gateways: {
      ipfs: read('IPFS_GATEWAY', 'https://ipfs.io/ipfs/'),
      arweave: read('ARWEAVE_GATEWAY', 'https://arweave.net/'),
    },
  }
}

function findFault(url: string, exempt: Set<string>): string | null {
  try {
    checkTarget(url, exempt)
    return null
  } catch (error) {
    if (error instanceof OutboundRefused) return error.message
    throw error
  }
}
