import type { Hex } from 'viem'
import { decodeAbiParameters } from 'viem'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError, asRequestFault } from '../../platform/upstream-error.ts'
import { type AskNode, type NodeResponse, createChainNode } from './chain-node.ts'
import { type CreationReceipt, readCreationReceipt } from './creation-receipt.ts'

/** The chain's facts about the creation of a contract. All of it throws `UpstreamError` ('chain'), or the signal's reason. */
export interface Creations {
  chainId: number
  /** The newest block. */
  head: (signal: AbortSignal) => Promise<bigint>
  /** null: not mined, or the node lags. */
  receipt: (hash: string, signal: AbortSignal) => Promise<CreationReceipt | null>
  /** The code of an address (lower case) at a block; null: the node keeps no state that old. */
  codeAt: (address: string, block: bigint | 'latest', signal: AbortSignal) => Promise<string | null>
  /** When a block was mined; null: the node doesn't have it. */
  minedAt: (block: bigint, signal: AbortSignal) => Promise<Date | null>
  /** The token's own name and symbol; null: it tells none. They are anybody's words. */
  names: (token: string, signal: AbortSignal) => Promise<{ name: string | null; symbol: string | null }>
  /** The first function by which the token names the wallet as its owner or beneficiary; null: none does. */
  findRight: (token: string, wallet: string, signal: AbortSignal) => Promise<string | null>
}

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

/** Reads creations through one node. Its chain id must match ours. */
export function createCreations({ url, chainId, timeoutMs, guard }: Options): Creations {
  const ask = createChainNode({ url, timeoutMs })
  let isChecked = false
  const run = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) =>
    guard.run(async (signal) => {
      isChecked = isChecked || (await requireChain(ask, chainId, signal))
      return work(signal)
    }, signal)
  return {
    chainId,
    head: (signal) =>
      run(async (signal) => toQuantity('eth_blockNumber', await ask('eth_blockNumber', [], signal)), signal),
    receipt: (hash, signal) =>
      run(async (signal) => readCreationReceipt(await ask('eth_getTransactionReceipt', [hash], signal)), signal),
    codeAt: (address, block, signal) => run((signal) => askCode(ask, { address, block }, signal), signal),
    minedAt: (block, signal) => run((signal) => askTime(ask, block, signal), signal),
    names: (token, signal) => run((signal) => asRequestFault(askNames(ask, token, signal)), signal),
    findRight: (token, wallet, signal) =>
      run((signal) => asRequestFault(askRight(ask, { token, wallet }, signal)), signal),
  }
}

async function requireChain(ask: AskNode, chainId: number, signal: AbortSignal): Promise<true> {
  const served = toQuantity('eth_chainId', await ask('eth_chainId', [], signal))
  if (served === BigInt(chainId)) return true
  throw new UpstreamError('chain', 'chain', `CHAIN_RPC_URL serves chain ${served}, CHAIN_ID is ${chainId}`)
}

async function askCode(
  ask: AskNode,
  { address, block }: { address: string; block: bigint | 'latest' },
  signal: AbortSignal,
): Promise<string | null> {
  const response = await ask('eth_getCode', [address, block === 'latest' ? block : toHex(block)], signal)
  // "missing trie node" and the like: nodes agree on neither code nor words for state that they no longer keep.
  if ('error' in response && block !== 'latest') return null
  if ('error' in response || !isHex(response.result)) throw unusable('eth_getCode', response)
  return response.result.toLowerCase()
}

async function askTime(ask: AskNode, block: bigint, signal: AbortSignal): Promise<Date | null> {
  const method = 'eth_getBlockByNumber'
  const response = await ask(method, [toHex(block), false], signal)
  if ('error' in response) throw unusable(method, response)
  if (response.result === null) return null
  const { timestamp } = response.result as { timestamp?: unknown }
  return new Date(Number(toQuantity(method, { result: timestamp })) * 1000)
}

/** `name()` and `symbol()`. */
async function askNames(ask: AskNode, token: string, signal: AbortSignal) {
  const [name, symbol] = await Promise.all(
    ['0x06fdde03', '0x95d89b41'].map(async (data) => toText(await call(ask, { to: token, data }, signal))),
  )
  return { name: name ?? null, symbol: symbol ?? null }
}

/** Functions that answer with one address, and one that answers with true. */
const getters = {
  owner: '0x8da5cb5b',
  admin: '0xf851a440',
  originalAdmin: '0x1c7b2ff4',
  creator: '0x02d05d3f',
  payoutRecipient: '0x3fb80b15',
}
const IS_OWNER = '0x2f54bf6e'

async function askRight(
  ask: AskNode,
  { token, wallet }: { token: string; wallet: string },
  signal: AbortSignal,
): Promise<string | null> {
  const word = `0x${wallet.slice(2).padStart(64, '0')}`
  const found = await Promise.all(
    Object.entries(getters).map(async ([name, data]) =>
      (await call(ask, { to: token, data }, signal)) === word ? name : null,
    ),
  )
  const isOwner =
    (await call(ask, { to: token, data: IS_OWNER + word.slice(2) }, signal)) === `0x${'1'.padStart(64, '0')}`
  return found.find((name) => name !== null) ?? (isOwner ? 'isOwner' : null)
}

/** The bytes that a contract answers with; null: it reverts, or there is no such function. That is a fact, not a fault. */
async function call(
  ask: AskNode,
  { to, data }: { to: string; data: string },
  signal: AbortSignal,
): Promise<string | null> {
  const response = await ask('eth_call', [{ to, data, gas: maxGas }, 'latest'], signal)
  if ('error' in response) return null
  if (!isHex(response.result)) throw unusable('eth_call', response)
  return response.result === '0x' ? null : response.result.toLowerCase()
}

/** Limits what a hostile token may cost the node: 500,000. */
const maxGas = '0x7a120'

/** A text as `string` or, in old tokens, as `bytes32`. */
function toText(data: string | null): string | null {
  if (data === null || data.length > 4096) return null
  if (data.length === 66) return clean(Buffer.from(data.slice(2), 'hex').toString().split('\0')[0] ?? '')
  try {
    return clean(decodeAbiParameters([{ type: 'string' }], data as Hex)[0])
  } catch {
    return null
  }
}

const clean = (text: string): string | null => text.toWellFormed().replaceAll('\0', '').trim().slice(0, 100) || null

function toQuantity(method: string, response: NodeResponse): bigint {
  if ('error' in response || !isHex(response.result) || !/^0x.{1,15}$/.test(response.result))
    throw unusable(method, response)
  return BigInt(response.result)
}

const toHex = (value: bigint): Hex => `0x${value.toString(16)}`

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

const unusable = (method: string, response: NodeResponse) =>
  new UpstreamError(
    'chain',
    'unavailable',
    `${method}: ${'error' in response ? `error ${response.error.code}` : 'an unknown form'}`,
  )
