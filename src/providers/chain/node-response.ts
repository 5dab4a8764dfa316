import type { Hex } from 'viem'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { AskNode, NodeResponse } from './chain-node.ts'

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

export const toHexQuantity = (value: bigint): Hex => `0x${value.toString(16)}`

export function parseHex(method: string, response: NodeResponse): Hex {
  if ('error' in response || !isHex(response.result)) throw createUnusableResponseError(method, response)
  return response.result
}

/** 15 hex digits are the maximum of the database's bigint. */
export function parseQuantity(method: string, response: NodeResponse, maxDigits = 15): bigint {
  const hex = parseHex(method, response)
  if (hex.length < 3 || hex.length > 2 + maxDigits) throw createUnusableResponseError(method, response)
  return BigInt(hex)
}

/** The last second that a Date holds. */
const maxSeconds = 8_640_000_000_000n

export function toDate(method: string, seconds: bigint): Date {
  if (seconds > maxSeconds) throw new UpstreamError('chain', 'unavailable', `${method}: an impossible time`)
  return new Date(Number(seconds) * 1000)
}

/** Throws unless the node serves this chain. */
export async function requireChainId(ask: AskNode, chainId: number, signal: AbortSignal): Promise<void> {
  const served = parseQuantity('eth_chainId', await ask('eth_chainId', [], signal))
  if (served !== BigInt(chainId))
    throw new UpstreamError('chain', 'chain', `CHAIN_RPC_URL serves chain ${served}, CHAIN_ID is ${chainId}`)
}

export const createUnusableResponseError = (method: string, response: NodeResponse) =>
  new UpstreamError('chain', 'unavailable', `${method}: ${formatResponse(response)}`)

/** Without the node's own text, which is untrusted. */
export const formatResponse = (response: NodeResponse) =>
  'error' in response ? `error ${response.error.code}` : 'an unknown form'

export const askHead = async (ask: AskNode, signal: AbortSignal): Promise<bigint> =>
  parseQuantity('eth_blockNumber', await ask('eth_blockNumber', [], signal))

/** A node that doesn't know a block so far below its head never will; for a newer block it may lag. */
const maxLag = 1000n

/** Whether the node keeps no state of a block, and never will. */
export async function isStateGone(
  ask: AskNode,
  { error, block }: { error: { message: string }; block: bigint },
  signal: AbortSignal,
): Promise<boolean> {
  if (isMissingState(error)) return true
  return isMissingBlock(error) && block + maxLag < (await askHead(ask, signal))
}

/** Nodes agree on no code for missing state, and providers sell old state. */
const isMissingState = ({ message }: { message: string }): boolean => stateWords.test(message)

const stateWords =
  /missing trie node|historical state|no historical|no state |state (?:is |already |has been )?(?:not (?:available|found)|unavailable|discarded)|state (?:0x)?[0-9a-f]{64} is not available|prun|purged|archiv/i

/** The node never had the block, no longer has it, or lags. */
const isMissingBlock = ({ message }: { message: string }): boolean =>
  /(?:header|block) not found|unknown block/i.test(message)
