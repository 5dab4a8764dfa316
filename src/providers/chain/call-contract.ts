import { getWord } from '../../platform/abi-words.ts'
import { createUnusableResponseError, isContractsOwn, parseHex, type AskNode, ResponseTooLarge } from './chain-node.ts'

interface ContractCall {
  to: string
  data: string
  /** In hex; 500,000 by default. */
  gas?: string
}

/** 500,000 gas limits the work that a hostile token can cause on the node. */
const maxGas = '0x7a120'

/**
 * Lower-case hex; null: the contract reverts, floods the response or has no such function, which is no fault of the
 * node.
 */
export async function callContract(
  ask: AskNode,
  { to, data, gas = maxGas }: ContractCall,
  signal: AbortSignal,
): Promise<string | null> {
  const response = await ask('eth_call', [{ to, data, gas }, 'latest'], signal).catch(nullWhenFlooded)
  if (response === null) return null
  if ('error' in response) {
    if (isContractsOwn(response.error)) return null
    throw createUnusableResponseError('eth_call', response)
  }
  const bytes = parseHex('eth_call', response)
  return bytes === '0x' ? null : bytes.toLowerCase()
}

/** Anybody can make a transaction or contract with a response that is too long, and have it read repeatedly. */
export function nullWhenFlooded(error: unknown): null {
  if (error instanceof ResponseTooLarge) return null
  throw error
}

/** The address in a word that holds nothing else; null: none, or the zero address. */
export function toAddress(word: string | null | undefined): string | null {
  const [, address] = /^0x0{24}(?!0{40})([0-9a-f]{40})$/.exec(word ?? '') ?? []
  return address === undefined ? null : `0x${address}`
}

/** The string whose offset is in a word of ABI-encoded data; null: there is none, or it is longer. */
export function readText(data: string, { word, maxBytes }: { word: number; maxBytes: number }): string | null {
  const offset = toLength(getWord(data, word))
  if (offset === null || offset % 32 !== 0) return null
  const length = toLength(getWord(data, offset / 32))
  if (length === null || length > maxBytes) return null
  const start = 2 + 2 * (offset + 32)
  const hex = data.slice(start, start + 2 * length)
  return hex.length === 2 * length ? Buffer.from(hex, 'hex').toString() : null
}

/** null: more than any response holds. */
const toLength = (word: string | undefined): number | null =>
  word !== undefined && /^0x0{58}/.test(word) ? Number.parseInt(word.slice(60), 16) : null
