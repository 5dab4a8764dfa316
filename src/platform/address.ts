import { getAddress } from 'viem/utils'

/** An EVM address in lower case, or why it is refused: words that follow the field's name. Mixed case must be EIP-55. */
export function parseAddress(text: string): { address: string } | { fault: string } {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { fault: 'must be 0x and 40 hexadecimal digits' }
  if (isMixedCase(text.slice(2)) && text !== toChecksumAddress(text)) {
    return { fault: 'has a wrong checksum: look for a mistyped digit, or write it all in lower case' }
  }
  return { address: text.toLowerCase() }
}

const isMixedCase = (digits: string) => /[a-f]/.test(digits) && /[A-F]/.test(digits)

/** The EIP-55 form of an address in any case. Throws on what is no address. */
export const toChecksumAddress = (address: string): string => getAddress(address)

/** True for the address that nobody holds, 0x000…0. */
export const isZeroAddress = (address: string): boolean => /^0x0{40}$/.test(address)
