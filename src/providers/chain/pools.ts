import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError, asRequestFault } from '../../platform/upstream-error.ts'
import { type AskNode, type NodeResponse, ResponseTooLarge, createChainNode } from './chain-node.ts'
import { type ChainLog, type LogFilter, type LogPart, listLogs } from './list-logs.ts'

export type { ChainLog, LogFilter }

/** The chain's facts about pools and events. All of it throws `UpstreamError` ('chain'), or the signal's reason. */
export interface Pools {
  /** The tokens that an address holds, in their smallest unit; null: the contract is no token. */
  balance: (held: { token: string; holder: string }, signal: AbortSignal) => Promise<bigint | null>
  /** The places after the point of a token's amounts; null: it tells none. */
  decimals: (token: string, signal: AbortSignal) => Promise<number | null>
  /** The words of 32 bytes that a contract answers with; null: it reverts, or the node keeps no state of that block. */
  words: (call: { to: string; data: string; block: bigint | 'latest' }, signal: AbortSignal) => Promise<string[] | null>
  /**
   * Every event of the filter, the oldest first unless a block is read in parts, in as many calls as the node's limits ask for.
   * Throws `ResponseTooLarge` where one block has more for one topic than a response may hold, unless `onFlooded` is told
   * of the part that is left out.
   */
  logs: (filter: LogFilter, signal: AbortSignal, onFlooded?: (part: LogFilter) => void) => Promise<ChainLog[]>
}

interface Options {
  url: string
  timeoutMs: number
  guard: ProviderGuard
}

/** More events than a contract can emit for one topic in one block without great cost. */
const MAX_BYTES = 8_000_000

/** Reads pools and events through one node. */
export function createPools({ url, timeoutMs, guard }: Options): Pools {
  const ask = createChainNode({ url, timeoutMs, maxBytes: MAX_BYTES })
  const run = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => guard.run(work, signal)
  const number = async (to: string, data: string, signal: AbortSignal) =>
    run((signal) => asRequestFault(askNumber(ask, { to, data }, signal)), signal)
  return {
    balance: async ({ token, holder }, signal) =>
      number(token, `0x70a08231${holder.slice(2).padStart(64, '0')}`, signal),
    decimals: async (token, signal) => {
      const places = await number(token, '0x313ce567', signal)
      return places !== null && places <= 36n ? Number(places) : null
    },
    words: (call, signal) => run((signal) => asRequestFault(askWords(ask, call, signal)), signal),
    logs: (filter, signal, onFlooded = throwFlooded) =>
      listLogs((part) => run((signal) => askLogs(ask, part, signal), signal), filter, onFlooded),
  }
}

async function askNumber(
  ask: AskNode,
  call: { to: string; data: string },
  signal: AbortSignal,
): Promise<bigint | null> {
  const response = await ask('eth_call', [{ ...call, gas: '0x7a120' }, 'latest'], signal)
  if ('error' in response) {
    // A revert is a fact about the contract; any other error says nothing about it.
    if (response.error.code === 3 || /revert/i.test(response.error.message)) return null
    throw unusable('eth_call', response)
  }
  const { result } = response
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]*$/.test(result)) throw unusable('eth_call', response)
  return result.length === 66 ? BigInt(result) : null
}

async function askWords(
  ask: AskNode,
  { to, data, block }: { to: string; data: string; block: bigint | 'latest' },
  signal: AbortSignal,
): Promise<string[] | null> {
  const response = await ask(
    'eth_call',
    [{ to, data, gas: '0x7a120' }, block === 'latest' ? block : toHex(block)],
    signal,
  )
  if ('error' in response) {
    // Nodes agree on neither code nor words for state that they no longer keep.
    if (block !== 'latest' || response.error.code === 3 || /revert/i.test(response.error.message)) return null
    throw unusable('eth_call', response)
  }
  const { result } = response
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]*$/.test(result)) throw unusable('eth_call', response)
  return result.slice(2).toLowerCase().match(/.{64}/g)
}

function throwFlooded({ fromBlock }: LogFilter): never {
  throw new ResponseTooLarge('chain', 'request', `eth_getLogs: block ${fromBlock} has too many events`)
}

async function askLogs(ask: AskNode, filter: LogFilter, signal: AbortSignal): Promise<LogPart> {
  const { addresses, topics, fromBlock, toBlock } = filter
  const wanted = { address: addresses, topics, fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) }
  try {
    const response = await ask('eth_getLogs', [wanted], signal)
    if ('error' in response) return 'refused'
    if (!Array.isArray(response.result)) throw unusable('eth_getLogs', response)
    return response.result.map(toLog)
  } catch (error) {
    if (error instanceof ResponseTooLarge) return 'too large'
    throw error
  }
}

function toLog(value: unknown): ChainLog {
  const { address, topics, data, blockNumber, transactionHash } = value as Record<string, unknown>
  return {
    address: hex(address),
    topics: (Array.isArray(topics) ? topics : []).map(hex),
    data: hex(data),
    block: BigInt(hex(blockNumber)),
    txHash: hex(transactionHash),
  }
}

function hex(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value.toLowerCase()
  throw new UpstreamError('chain', 'unavailable', 'eth_getLogs: a field that is no hex')
}

const toHex = (value: bigint): string => `0x${value.toString(16)}`

const unusable = (method: string, response: NodeResponse) =>
  new UpstreamError(
    'chain',
    'unavailable',
    `${method}: ${'error' in response ? `error ${response.error.code}` : 'an unknown form'}`,
  )
