import type { Hex } from 'viem'
import { readTuple } from './abi-tuple.ts'
import { keccakOfBytes } from './keccak.ts'

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
