import type { Hex } from 'viem'
import { keccakOfBytes, keccakOfText } from '../keccak.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { toDigest } from './claim.ts'

export interface ReceiptPlace {
  chainId: number
  contract: Hex
}

/** The same in every deployment, so anyone can rebuild it. */
export const toReceipt = (score: ScoreResult, { chainId, contract }: ReceiptPlace) =>
  ({
    domain: { name: 'Launchscore', version: '1', chainId, verifyingContract: contract },
    types: { ScoreReceipt: [...fields] },
    primaryType: 'ScoreReceipt' as const,
    message: {
      scoreId: score.id,
      digest: toDigest(score),
      subject: score.submission.creatorAddress,
      aggregateX100: Math.round(score.aggregate * 100),
      band: score.band,
      promptVersion: score.promptVersion,
      confidence: score.confidence,
    },
  }) satisfies TypedData

const fields = [
  { name: 'scoreId', type: 'string' },
  { name: 'digest', type: 'bytes32' },
  { name: 'subject', type: 'address' },
  { name: 'aggregateX100', type: 'uint16' },
  { name: 'band', type: 'string' },
  { name: 'promptVersion', type: 'string' },
  { name: 'confidence', type: 'string' },
]

interface Field {
  name: string
  type: string
}

/** No arrays, no nested types. */
export interface FlatTypedData {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: Record<string, readonly Field[]>
  primaryType: string
  message: Record<string, string | number>
}

/** The hash that the signer of typed data signs. */
export function hashFlatTypedData({ domain, types, primaryType, message }: FlatTypedData): Hex {
  const domainHash = hashStruct('EIP712Domain', domainFields, domain)
  const messageHash = hashStruct(primaryType, types[primaryType] ?? [], message)
  return keccakOfBytes(`0x1901${domainHash.slice(2)}${messageHash.slice(2)}`)
}

const domainFields: Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

function hashStruct(name: string, fields: readonly Field[], values: Record<string, string | number>): Hex {
  const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
  const words = fields.map((field) => toWord(field.type, values[field.name] ?? ''))
  return keccakOfBytes(`0x${[keccakOfText(type).slice(2), ...words].join('')}`)
}

function toWord(type: string, value: string | number): string {
  if (type === 'string') return keccakOfText(String(value)).slice(2)
  if (typeof value === 'number') return value.toString(16).padStart(64, '0')
  return value.slice(2).toLowerCase().padStart(64, '0')
}

export interface TypedData {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
