import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Hex } from 'viem'

// The verifier runs in browsers, where viem's general functions would take most of its size.

/** The keccak-256 of a text's UTF-8 bytes. */
export const keccakOfText = (text: string): Hex => toHex(keccak_256(new TextEncoder().encode(text)))

/** The keccak-256 of bytes in hexadecimal. Throws for any other text. */
export const keccakOfBytes = (bytes: Hex): Hex => toHex(keccak_256(hexToBytes(bytes.slice(2))))

const toHex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

/** The EIP-55 form of an address in lower case. */
export function toEip55(address: Hex): Hex {
  const hash = keccakOfText(address.slice(2)).slice(2)
  const digits = Array.from(address.slice(2), (digit, n) => ((hash[n] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}
