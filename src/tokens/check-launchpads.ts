import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { callContract, toAddress } from '../providers/chain/call-contract.ts'
import {
  askHead,
  type AskNode,
  createChainNode,
  createUnusableResponseError,
  parseHex,
  parseQuantity,
  requireChainId,
  toHexQuantity,
} from '../providers/chain/chain-node.ts'
import { getWord } from '../platform/abi-words.ts'
import { type AnnouncedToken, findCreation, type Log } from '../providers/launchpads/find-creation.ts'
import type { Launchpad } from '../providers/launchpads/launchpads.ts'

const timeoutMs = 10_000
/** How far back a creation is searched, and by how many calls per launchpad. */
const maxSeconds = 86_400
const maxCalls = 12

type Status = 'ok' | 'nothing found' | 'does not answer as described'

interface Checked {
  chainId: number
  launchpad: string
  status: Status
  /** What was found, or what differs. */
  detail: string
}

/** launchscore launchpads check: asks the nodes for one creation and one function of each launchpad. */
export async function checkLaunchpadsCommand(
  { config, chains }: Deps,
  options: { chain?: string },
  signal: AbortSignal,
): Promise<CommandResult> {
  const wanted = config.chains.filter(({ chainId }) => options.chain === undefined || options.chain === String(chainId))
  if (wanted.length === 0) throw new UsageError(`CHAINS does not list chain ${options.chain ?? ''}`)
  const asked = wanted.filter(({ rpcUrl }) => rpcUrl !== null)
  if (asked.length === 0) throw new Error('no node of these chains is configured: set CHAIN_RPC_URL or CHAIN_RPC_URLS')
  const checked: Checked[] = []
  for (const { chainId, rpcUrl } of asked) {
    const ask = createChainNode({ url: rpcUrl ?? '', timeoutMs, maxBytes: 8_000_000 })
    checked.push(...(await checkChain(ask, { chainId, launchpads: chains.get(chainId)?.launchpads ?? [] }, signal)))
  }
  const wrong = checked.filter(({ status }) => status === 'does not answer as described').length
  const lines = checked.map(({ chainId, launchpad, status, detail }) =>
    [String(chainId).padEnd(6), launchpad.padEnd(18), status.padEnd(29), detail].join(' ').trimEnd(),
  )
  const left = wanted.filter(({ rpcUrl }) => rpcUrl === null).map(({ chainId }) => `${chainId}  no node is configured`)
  const result = { lines: [...lines, ...left], json: { launchpads: checked } }
  if (wrong === 0) return result
  return { ...result, failure: `${wrong} of ${checked.length} launchpads do not answer as described` }
}

async function checkChain(
  ask: AskNode,
  { chainId, launchpads }: { chainId: number; launchpads: Launchpad[] },
  signal: AbortSignal,
): Promise<Checked[]> {
  await requireChainId(ask, chainId, signal)
  const head = await askHead(ask, signal)
  const search = { head, range: 10_000n, maxBlocks: await measureBlocks(ask, head, signal) }
  const checked: Checked[] = []
  for (const launchpad of launchpads) {
    if (launchpad.events.length === 0) continue
    const { status, detail } = await checkLaunchpad(ask, { launchpad, search }, signal)
    checked.push({ chainId, launchpad: launchpad.id, status, detail })
  }
  return checked
}

interface Search {
  head: bigint
  /** The blocks that the node answered for in one call; it is learnt. */
  range: bigint
  /** The blocks of `maxSeconds`. */
  maxBlocks: bigint
}

async function checkLaunchpad(
  ask: AskNode,
  { launchpad, search }: { launchpad: Launchpad; search: Search },
  signal: AbortSignal,
): Promise<Pick<Checked, 'status' | 'detail'>> {
  const log = await findNewest(ask, { launchpad, search }, signal)
  if (!log) {
    const empty = await findEmpty(ask, launchpad, signal)
    return empty === null
      ? { status: 'nothing found', detail: 'no creation in the blocks that were read' }
      : { status: 'does not answer as described', detail: `there is no contract at ${empty}` }
  }
  const created = findCreation(log, [launchpad])
  if (!created)
    return { status: 'does not answer as described', detail: `the event in ${log.txHash} names no token or no creator` }
  const fault = await checkGetter(ask, created, signal)
  return fault === null
    ? { status: 'ok', detail: `${created.token} in ${log.txHash}` }
    : { status: 'does not answer as described', detail: `${fault} of ${created.token} in ${log.txHash}` }
}

/** The blocks of a day, by the pace of the newest ones. */
async function measureBlocks(ask: AskNode, head: bigint, signal: AbortSignal): Promise<bigint> {
  const span = head < 1000n ? head : 1000n
  const [from, to] = await Promise.all([head - span, head].map(async (block) => askTime(ask, block, signal)))
  const seconds = Math.max(1, Number((to ?? 0n) - (from ?? 0n)))
  return BigInt(Math.ceil((Math.max(1, Number(span)) * maxSeconds) / seconds))
}

async function askTime(ask: AskNode, block: bigint, signal: AbortSignal): Promise<bigint> {
  const method = 'eth_getBlockByNumber'
  const response = await ask(method, [toHexQuantity(block), false], signal)
  if ('error' in response || response.result === null) throw createUnusableResponseError(method, response)
  return parseQuantity(method, { result: (response.result as { timestamp?: unknown }).timestamp })
}

interface FoundLog extends Log {
  txHash: string
}

/** Reads back from the head in ranges that the node answers for. */
async function findNewest(
  ask: AskNode,
  { launchpad, search }: { launchpad: Launchpad; search: Search },
  signal: AbortSignal,
): Promise<FoundLog | null> {
  const addresses = launchpad.contracts.filter(({ role }) => role === 'factory').map(({ address }) => address)
  const topics = [launchpad.events.map(({ topic0 }) => topic0)]
  const oldest = search.head > search.maxBlocks ? search.head - search.maxBlocks : 0n
  let to = search.head
  for (let calls = 0; calls < maxCalls && to >= oldest; calls++) {
    const from = to - search.range + 1n > oldest ? to - search.range + 1n : oldest
    const filter = { address: addresses, topics, fromBlock: toHexQuantity(from), toBlock: toHexQuantity(to) }
    const response = await ask('eth_getLogs', [filter], signal)
    if ('error' in response) {
      // Nodes limit ranges with their own codes, so a range is reduced at any error.
      if (to === from) throw createUnusableResponseError('eth_getLogs', response)
      search.range = (to - from + 1n) / 4n || 1n
      calls -= search.range > 1n ? 1 : 0
      continue
    }
    if (!Array.isArray(response.result)) throw createUnusableResponseError('eth_getLogs', response)
    const newest: unknown = response.result.at(-1)
    if (newest !== undefined) return toLog(newest)
    to = from - 1n
  }
  return null
}

function toLog(value: unknown): FoundLog {
  const { address, topics, data, transactionHash } = Object(value) as Record<string, unknown>
  if (!Array.isArray(topics)) throw createUnusableResponseError('eth_getLogs', { result: value })
  return { address: hex(address), topics: topics.map(hex), data: hex(data), txHash: hex(transactionHash) }
}

const hex = (result: unknown): string => parseHex('eth_getLogs', { result }).toLowerCase()

/** The function that names the creator, otherwise the first one that has the token's texts; null: it answers. */
async function checkGetter(
  ask: AskNode,
  { launchpad, token, creator }: AnnouncedToken,
  signal: AbortSignal,
): Promise<string | null> {
  const word = token.slice(2).padStart(64, '0')
  const gas = '0x989680'
  if (typeof creator === 'object' && 'getter' in creator) {
    const { name, selector, of } = creator.getter
    const call = of === 'token' ? { to: token, data: selector } : { to: creator.contract, data: selector + word }
    const answer = await callContract(ask, { ...call, gas }, signal)
    return answer !== null && toAddress(getWord(answer, 0)) !== null ? null : `${name}() names no creator`
  }
  const [source] = launchpad.texts
  if (source?.of !== 'token') return null
  const answer = await callContract(ask, { to: token, data: source.selector, gas }, signal)
  return answer === null ? `${source.name}() does not answer` : null
}

/** The first factory without code; null: each has some. */
async function findEmpty(ask: AskNode, { contracts }: Launchpad, signal: AbortSignal): Promise<string | null> {
  for (const { address, role } of contracts) {
    if (role !== 'factory') continue
    const response = await ask('eth_getCode', [address, 'latest'], signal)
    if (parseHex('eth_getCode', response) === '0x') return address
  }
  return null
}
