import { decodeAbiParameters, type Hex } from 'viem'
import { steering } from '../../../contract/text.ts'
import { getWord } from '../../platform/abi-words.ts'
import { asRequestFault } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { callContract, nullWhenFlooded, toAddress } from './call-contract.ts'
import { askBlock } from './block-times.ts'
import { isStateGone } from './missing-state.ts'
import {
  type AskNode,
  createChainNode,
  createChainRun,
  createUnusableResponseError,
  parseHex,
  toHexQuantity,
} from './chain-node.ts'
import { type CreationReceipt, readCreationReceipt } from './creation-receipt.ts'

/** Facts about the creation of a contract. Everything throws `UpstreamError` ('chain') or the signal's reason. */
export interface Creations {
  chainId: number
  /** null: not mined, too long, or the node lags. */
  receipt: (hash: string, signal: AbortSignal) => Promise<CreationReceipt | null>
  call: (hash: string, signal: AbortSignal) => Promise<{ from: string; to: string | null } | null>
  /** null: the node keeps no state that old. */
  codeAt: (address: string, block: bigint | 'latest', signal: AbortSignal) => Promise<string | null>
  minedAt: (block: bigint, signal: AbortSignal) => Promise<Date | null>
  /** Untrusted; null: the token has none. */
  names: (token: string, signal: AbortSignal) => Promise<{ name: string | null; symbol: string | null }>
  /** Lower case; null: the function names none. */
  creatorBy: (maker: CreatorGetter, token: string, signal: AbortSignal) => Promise<string | null>
  /** The first function by which the token names the wallet as owner or beneficiary; null: none does. */
  findRight: (token: string, wallet: string, signal: AbortSignal) => Promise<string | null>
}

interface CreatorGetter {
  contract: string
  getter: { selector: string; of: 'token' | 'contract' }
}

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

export function createCreations({ url, chainId, timeoutMs, guard }: Options): Creations {
  const ask = createChainNode({ url, timeoutMs })
  const run = createChainRun(ask, { chainId, guard })
  return {
    chainId,
    receipt: (hash, signal) => run(async (signal) => askReceipt(ask, hash, signal).catch(nullWhenFlooded), signal),
    call: (hash, signal) => run((signal) => askCall(ask, hash, signal), signal),
    codeAt: (address, block, signal) => run((signal) => askCode(ask, { address, block }, signal), signal),
    minedAt: (block, signal) => run(async (signal) => (await askBlock(ask, block, signal))?.at ?? null, signal),
    names: (token, signal) => run((signal) => asRequestFault(askNames(ask, token, signal)), signal),
    creatorBy: (maker, token, signal) =>
      run((signal) => asRequestFault(askCreator(ask, { maker, token }, signal)), signal),
    findRight: (token, wallet, signal) =>
      run((signal) => asRequestFault(askRight(ask, { token, wallet }, signal)), signal),
  }
}

const askReceipt = async (ask: AskNode, hash: string, signal: AbortSignal): Promise<CreationReceipt | null> =>
  readCreationReceipt(await ask('eth_getTransactionReceipt', [hash], signal))

async function askCall(ask: AskNode, hash: string, signal: AbortSignal) {
  const method = 'eth_getTransactionByHash'
  const response = await ask(method, [hash], signal)
  if ('error' in response) throw createUnusableResponseError(method, response)
  if (response.result === null) return null
  const { from, to } = response.result as { from?: unknown; to?: unknown }
  const toAddress = (result: unknown) => parseHex(method, { result }).toLowerCase()
  return { from: toAddress(from), to: to === null || to === undefined ? null : toAddress(to) }
}

/** The code of a wallet that delegates to a contract (EIP-7702). */
export const delegationPrefix = '0xef0100'

/** null: the node no longer has the state of the block. */
export async function askCode(
  ask: AskNode,
  { address, block }: { address: string; block: bigint | 'latest' },
  signal: AbortSignal,
): Promise<string | null> {
  const response = await ask('eth_getCode', [address, block === 'latest' ? block : toHexQuantity(block)], signal)
  const isGone =
    'error' in response && block !== 'latest' && (await isStateGone(ask, { error: response.error, block }, signal))
  if (isGone) return null
  return parseHex('eth_getCode', response).toLowerCase()
}

export async function askNames(ask: AskNode, token: string, signal: AbortSignal) {
  const [name, symbol] = await Promise.all(
    ['0x06fdde03', '0x95d89b41'].map(async (data) => toText(await callContract(ask, { to: token, data }, signal))),
  )
  return { name: name ?? null, symbol: symbol ?? null }
}

const getters = {
  owner: '0x8da5cb5b',
  admin: '0xf851a440',
  originalAdmin: '0x1c7b2ff4',
  creator: '0x02d05d3f',
  payoutRecipient: '0x3fb80b15',
}
const isOwnerSelector = '0x2f54bf6e'

async function askRight(
  ask: AskNode,
  { token, wallet }: { token: string; wallet: string },
  signal: AbortSignal,
): Promise<string | null> {
  const word = `0x${wallet.slice(2).padStart(64, '0')}`
  const found = await Promise.all(
    Object.entries(getters).map(async ([name, data]) =>
      (await callContract(ask, { to: token, data }, signal)) === word ? name : null,
    ),
  )
  const isOwner =
    (await callContract(ask, { to: token, data: isOwnerSelector + word.slice(2) }, signal)) ===
    `0x${'1'.padStart(64, '0')}`
  return found.find((name) => name !== null) ?? (isOwner ? 'isOwner' : null)
}

async function askCreator(
  ask: AskNode,
  { maker: { contract, getter }, token }: { maker: CreatorGetter; token: string },
  signal: AbortSignal,
): Promise<string | null> {
  const asked =
    getter.of === 'token'
      ? { to: token, data: getter.selector }
      : // A launchpad's own function may read long texts, which cost the one who stored them ten times as much.
        { to: contract, data: getter.selector + token.slice(2).padStart(64, '0'), gas: '0x989680' }
  const data = await callContract(ask, asked, signal)
  return data === null ? null : toAddress(getWord(data, 0))
}

/** A `string` or, in old tokens, a `bytes32`. */
function toText(data: string | null): string | null {
  if (data === null || data.length > 4096) return null
  if (data.length === 66) return clean(Buffer.from(data.slice(2), 'hex').toString().split('\0')[0] ?? '')
  try {
    return clean(decodeAbiParameters([{ type: 'string' }], data as Hex)[0])
  } catch {
    return null
  }
}

/** Removes characters that would change the text around the name. */
const clean = (text: string): string | null =>
  text.toWellFormed().replaceAll(steering, '').trim().slice(0, 100).toWellFormed() || null
