import type { Hex } from 'viem'
import { toEip55 } from './keccak.ts'

/** Returns the fault in words that follow the field's name. Mixed case must be EIP-55. */
export function parseAddress(text: string): { address: string } | { fault: string } {
  if (!isAddress(text)) return { fault: 'must be 0x followed by 40 hexadecimal digits' }
  if (isMixedCase(text.slice(2)) && text !== toChecksumAddress(text)) {
    return { fault: 'has an invalid EIP-55 checksum; look for a mistyped digit, or write it in lower case' }
  }
  return { address: text.toLowerCase() }
}

/** What is wrong with a text that is meant as an address; null: nothing, or it isn't meant as one. */
export function findTypo(text: string): 'form' | 'capitals' | null {
  if (!/^0x/i.test(text)) return null
  // An id of a token or a name may begin like an address, but not for long.
  if (!isAddress(text)) return text.length >= 20 && /^0x[0-9a-z]+$/i.test(text) ? 'form' : null
  return 'fault' in parseAddress(text) ? 'capitals' : null
}

const isMixedCase = (digits: string) => /[a-f]/.test(digits) && /[A-F]/.test(digits)

/** Throws for anything but an address. */
export function toChecksumAddress(address: string): string {
  if (!isAddress(address)) throw new TypeError('An address is 0x followed by 40 hexadecimal digits.')
  return toEip55(address.toLowerCase() as Hex)
}

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)

/** Also refuses the zero address. */
export function parseNonzeroAddress(text: string): { address: string } | { fault: string } {
  const result = parseAddress(text)
  if ('fault' in result) return result
  return isZeroAddress(result.address) ? { fault: 'must not be the zero address' } : result
}

export const isZeroAddress = (address: string): boolean => /^0x0{40}$/.test(address)
