import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import { keccakOfBytes, toEip55 } from '../keccak.ts'

export function recoverAddress(hash: Hex, signature: Hex): Hex {
  const v = Number.parseInt(signature.slice(130), 16)
  const recovery = v >= 27 ? v - 27 : v
  const point = secp256k1.Signature.fromCompact(signature.slice(2, 130))
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash.slice(2))
  const coordinates: Hex = `0x${bytesToHex(point.toRawBytes(false).subarray(1))}`
  return toEip55(`0x${keccakOfBytes(coordinates).slice(-40)}`)
}
