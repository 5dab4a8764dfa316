import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import { keccakOfBytes, toEip55 } from '../keccak.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { type Check, failed, ok } from './check.ts'
import { hashFlatTypedData, type ReceiptPlace, toReceipt } from './receipt.ts'

export function checkReceipt(
  score: ScoreResult,
  { signature, place, signer }: { signature: Hex; place: ReceiptPlace; signer: Hex },
): Check {
  try {
    const actual = recoverAddress(hashFlatTypedData(toReceipt(score, place)), signature)
    if (actual.toLowerCase() === signer.toLowerCase())
      return ok('receipt', `${signer} signed for this ${score.confidence} record`)
  } catch {
    // malformed signature
  }
  return failed('receipt', `${signer} did not sign this record`)
}

export function recoverAddress(hash: Hex, signature: Hex): Hex {
  const v = Number.parseInt(signature.slice(130), 16)
  const recovery = v >= 27 ? v - 27 : v
  const point = secp256k1.Signature.fromCompact(signature.slice(2, 130))
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash.slice(2))
  const coordinates: Hex = `0x${bytesToHex(point.toRawBytes(false).subarray(1))}`
  return toEip55(`0x${keccakOfBytes(coordinates).slice(-40)}`)
}
