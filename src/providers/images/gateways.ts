import { ImageRefused } from './images.ts'

/** Where images with `ipfs://` and `ar://` URIs are fetched; each ends in a slash. */
export interface Gateways {
  ipfs: string
  arweave: string
}

/** Some gateways serve content under a host of its own. */
const maxRedirects = 3

export interface Target {
  url: string
  /** How many redirects are followed. */
  redirects: number
}

/** Where a URI is fetched: `ipfs://` and `ar://` at their gateways, whose redirects are followed. Throws `ImageRefused`. */
export function toTarget(uri: string, gateways: Gateways): Target {
  const gatewayUrl = toGatewayUrl(uri, gateways)
  return gatewayUrl === null ? { url: uri, redirects: 0 } : { url: gatewayUrl, redirects: maxRedirects }
}

/** The URL of an `ipfs://` or `ar://` URI at its gateway; null for other URLs. Throws `ImageRefused`. */
export function toGatewayUrl(uri: string, gateways: Gateways): string | null {
  const [, scheme = '', rest = ''] = /^(ipfs|ar):\/\/(.*)$/is.exec(uri) ?? []
  if (scheme === '') return null
  const isIpfs = scheme.toLowerCase() === 'ipfs'
  const [id = '', ...path] = (isIpfs ? rest.replace(/^ipfs\//, '') : rest).replace(/\/$/, '').split('/')
  if (!(isIpfs ? cidForm : transactionForm).test(id))
    throw new ImageRefused(isIpfs ? 'must have a CID after ipfs://' : 'must have a transaction’s id after ar://')
  if (!path.every(isSegment)) throw new ImageRefused('must have a plain path, without . and .., after its id')
  return (isIpfs ? gateways.ipfs : gateways.arweave) + [id, ...path].join('/')
}

/** Version 0, and version 1 in the bases that are in use: 16, 32, 36 and 58. */
const cidForm =
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|f[0-9a-f]{60,160}|b[a-z2-7]{50,120}|k[0-9a-z]{50,120}|z[1-9A-HJ-NP-Za-km-z]{45,120})$/

const transactionForm = /^[A-Za-z0-9_-]{43}$/

/** Neither empty nor `.` nor `..`, and without an encoded dot, slash or backslash, which gateways may decode. */
const isSegment = (segment: string): boolean =>
  /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+$/i.test(segment) &&
  !/^\.{1,2}$/.test(segment) &&
  !/%(?:2e|2f|5c|00)/i.test(segment)
