import type { Hex } from 'viem'
import { keccakOfBytes, toEip55 } from './keccak.ts'

/** Revocable, without a resolver. Every byte of the schema counts. */
export function toSchemaId(schema: string): Hex {
  const text = Array.from(new TextEncoder().encode(schema), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return keccakOfBytes(`0x${text}${noResolver}01`)
}

const noResolver = '00'.repeat(20)

/** The call of `getAttestation(bytes32 uid)`. */
export const encodeGetAttestation = (uid: Hex): Hex => `0xa3112a64${uid.slice(2)}`

export interface OnChain {
  uid: Hex
  schemaId: Hex
  time: number
  expirationTime: number
  revocationTime: number
  refUid: Hex | null
  recipient: Hex
  attester: Hex
  data: Hex
}

/** null: the contract has no such attestation. Throws for anything else. */
export function decodeAttestation(data: Hex): OnChain | null {
  const found = readTuple(data).tuple(0)
  const uid = found.bytes32(0)
  if (uid === zeroHash) return null
  const refUid = found.bytes32(5)
  return {
    uid,
    schemaId: found.bytes32(1),
    time: found.number(2),
    expirationTime: found.number(3),
    revocationTime: found.number(4),
    refUid: refUid === zeroHash ? null : refUid,
    recipient: found.address(6),
    attester: found.address(7),
    data: found.bytes(9),
  }
}

const zeroHash: Hex = `0x${'00'.repeat(32)}`

/** Readers throw RangeError for what the encoding can't hold. */
interface AbiTuple {
  bytes32: (place: number) => Hex
  number: (place: number) => number
  address: (place: number) => Hex
  bytes: (place: number) => Hex
  text: (place: number) => string
  tuple: (place: number) => AbiTuple
}

/** Words of 32 bytes, some of which point to bytes after them. */
export function readTuple(data: Hex, start = 0): AbiTuple {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) throw new RangeError('not hexadecimal bytes')
  const slice = (from: number, length: number): string => {
    const digits = data.slice(2 + from * 2, 2 + (from + length) * 2)
    if (digits.length !== length * 2) throw new RangeError('the data ends too early')
    return digits.toLowerCase()
  }
  const numberAt = (from: number): number => {
    const value = BigInt(`0x${slice(from, 32)}`)
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the number is too large')
    return Number(value)
  }
  const number = (place: number) => numberAt(start + place * 32)
  const bytes = (place: number): Hex => {
    const from = start + number(place)
    return `0x${slice(from + 32, numberAt(from))}`
  }
  return {
    bytes32: (place) => `0x${slice(start + place * 32, 32)}`,
    number,
    address: (place) => {
      const word = slice(start + place * 32, 32)
      if (!word.startsWith('0'.repeat(24))) throw new RangeError('not an address')
      return toEip55(`0x${word.slice(24)}`)
    },
    bytes,
    text: (place) => new TextDecoder('utf-8', { fatal: true }).decode(toBytes(bytes(place))),
    tuple: (place) => readTuple(data, start + number(place)),
  }
}

const toBytes = (hex: Hex) => Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
