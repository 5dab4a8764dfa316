import { createHash } from 'node:crypto'
import { type Hex, encodeAbiParameters, numberToHex, parseAbiParameters, toFunctionSelector } from 'viem'
import { type Asked, type StandIn, type StandInResponse, type WireFault, startJsonServer } from '../json-server.ts'
import { type HistoricLaunch, type LaunchHistory, entryPoints } from './launch-history.ts'
import type { BlockClock } from './history-clock.ts'
import type { HistoryChain } from './launch-forms.ts'

/** A response to a whole request, an error instead of a result, or a wire that fails. */
export type NodeFault = WireFault | StandInResponse | { error: { code: number; message: string } }

/** What a node does differently from a good one. May be changed at any time. */
export interface NodeHabits {
  /** More blocks than this in one eth_getLogs are refused with `rangeError`. */
  maxBlocks?: number
  /** More logs than this in one response are refused. */
  maxLogs?: number
  rangeError?: { code: number; message: string }
  /** Blocks whose logs the node silently lacks, as behind a load balancer. */
  gap?: { from: bigint; to: bigint } | null
  /** The tags `safe` and `finalized` are refused. */
  hasNoTags?: boolean
  /** Logs carry the time of their block. */
  hasLogTimes?: boolean
  /** A list of calls is refused. */
  hasNoBatches?: boolean
  findFault?: (method: string, params: unknown[], count: number) => NodeFault | undefined
}

interface Options {
  history: LaunchHistory
  chainId: HistoryChain
  /** Another pace than that of the chain in 2026. The launches keep their times. */
  clock?: BlockClock
  now?: () => Date
  habits?: NodeHabits
}

/** A launch in its block. */
export interface Placed {
  launch: HistoricLaunch
  block: bigint
}

export interface LaunchNode extends StandIn {
  chainId: HistoryChain
  habits: NodeHabits
  /** All methods asked for, in order, those in lists too. */
  methods: () => string[]
  head: () => bigint
  /** The launches of the present chain up to its head. */
  launches: () => Placed[]
  /**
   * Replaces the newest blocks. A launch in them stays where it is, goes for good, or comes back so many blocks later: those
   * above the head when the head gets there.
   */
  reorganise: (blocks: number, fateOf: (launch: HistoricLaunch) => 'stays' | 'goes' | { later: number }) => void
  /** One more launch, in the block of its time. */
  add: (launch: HistoricLaunch) => void
}

/** Seconds by which `safe` and `finalized` are behind. */
const lags: Record<HistoryChain, { safe: number; finalized: number }> = {
  1: { safe: 400, finalized: 800 },
  56: { safe: 2, finalized: 2 },
  4663: { safe: 300, finalized: 600 },
  8453: { safe: 60, finalized: 1000 },
}

/** A node of one chain of the history, over a socket. */
export async function startLaunchNode({ history, chainId, clock, now, habits = {} }: Options): Promise<LaunchNode> {
  const own = clock ?? history.clocks[chainId]
  const chain = new Chain(history, chainId, own, now ?? (() => new Date()))
  const methods: string[] = []
  const answerOne = (call: Call): object | { fault: WireFault | StandInResponse } => {
    methods.push(call.method)
    const fault = habits.findFault?.(call.method, call.params, methods.length)
    if (fault !== undefined && (typeof fault === 'string' || 'body' in fault)) return { fault }
    return { jsonrpc: '2.0', id: call.id, ...(fault ?? chain.answer(call, habits)) }
  }
  const respond = ({ body }: Asked): StandInResponse | WireFault => {
    const asked = JSON.parse(body) as Call | Call[]
    if (Array.isArray(asked) && habits.hasNoBatches)
      return {
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch not supported' } },
      }
    const answers = [asked].flat().map(answerOne)
    const broken = answers.find((one): one is { fault: WireFault | StandInResponse } => 'fault' in one)
    return broken?.fault ?? { body: Array.isArray(asked) ? answers : answers[0] }
  }
  const server = await startJsonServer({ path: `/${chainId}`, respond })
  return {
    ...server,
    chainId,
    habits,
    methods: () => methods,
    head: () => chain.head(),
    launches: () => chain.placed.filter(({ block }) => block <= chain.head()),
    reorganise: (blocks, fateOf) => chain.reorganise(blocks, fateOf),
    add: (launch) => chain.place([...chain.placed, { launch, block: own.numberAt(launch.at) }]),
  }
}

interface Call {
  id: number
  method: string
  params: unknown[]
}

interface Filter {
  fromBlock?: string
  toBlock?: string
  blockHash?: string
  address?: string | string[]
  topics?: (string | string[] | null)[]
}

interface Log {
  address: string
  topics: Hex[]
  data: Hex
}

const failed = (code: number, message: string) => ({ error: { code, message } })
const reverted = failed(3, 'execution reverted')

const userOperation: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const roleGranted: Hex = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'
const zeroWord: Hex = `0x${'0'.repeat(64)}`
const selectors = Object.fromEntries(
  ['name()', 'symbol()', 'decimals()', 'totalSupply()', 'tokenInfo(address)', 'originalAdmin()', 'deployer()'].map(
    (signature) => [toFunctionSelector(signature), signature],
  ),
)

class Chain {
  placed: Placed[] = []
  private byToken = new Map<string, HistoricLaunch>()
  private byHash = new Map<string, Placed>()
  private logs = new Map<HistoricLaunch, Log[]>()
  private numbers = new Map<string, bigint>()
  /** Where the present chain left earlier ones. */
  private forks: bigint[] = []
  private smartWallets: Set<string>
  private contracts: Set<string>
  private readonly chainId: HistoryChain
  private readonly clock: BlockClock
  private readonly now: () => Date

  constructor(history: LaunchHistory, chainId: HistoryChain, clock: BlockClock, now: () => Date) {
    this.chainId = chainId
    this.clock = clock
    this.now = now
    const own = history.launches.filter((launch) => launch.chainId === chainId)
    this.smartWallets = new Set(history.creators.flatMap(({ isSmart, address }) => (isSmart ? [address] : [])))
    this.contracts = new Set([...entryPoints, ...own.map(({ form }) => form.factory)])
    const isOwnPace = clock === history.clocks[chainId]
    this.place(own.map((launch) => ({ launch, block: isOwnPace ? launch.block : clock.numberAt(launch.at) })))
  }

  place(placed: Placed[]): void {
    this.placed = placed.toSorted((one, other) => Number(one.block - other.block))
    this.byHash = new Map(placed.map((one) => [one.launch.txHash, one]))
    this.byToken = new Map(placed.map(({ launch }) => [launch.token, launch]))
  }

  head(): bigint {
    return this.clock.numberAt(this.now())
  }

  reorganise(blocks: number, fateOf: (launch: HistoricLaunch) => 'stays' | 'goes' | { later: number }): void {
    const from = this.head() - BigInt(blocks) + 1n
    this.forks.push(from)
    this.place(
      this.placed.flatMap((one) => {
        if (one.block < from || one.block > this.head()) return [one]
        const fate = fateOf(one.launch)
        if (fate === 'stays') return [one]
        return fate === 'goes' ? [] : [{ ...one, block: one.block + BigInt(fate.later) }]
      }),
    )
  }

  answer({ method, params }: Call, habits: NodeHabits): object {
    if (method === 'eth_chainId') return { result: numberToHex(this.chainId) }
    if (method === 'net_version') return { result: String(this.chainId) }
    if (method === 'eth_blockNumber') return { result: numberToHex(this.head()) }
    if (method === 'eth_getBlockByNumber') return this.answerBlock(String(params[0]), habits)
    if (method === 'eth_getLogs') return this.answerLogs(params[0] as Filter, habits)
    if (method === 'eth_getTransactionReceipt') return { result: this.findReceipt(String(params[0]), habits) }
    if (method === 'eth_getTransactionByHash') return { result: this.findTransaction(String(params[0])) }
    if (method === 'eth_getTransactionCount') return { result: '0x1' }
    if (method === 'eth_getCode') return { result: this.codeOf(String(params[0]).toLowerCase()) }
    if (method === 'eth_call') return this.answerCall(params[0] as { to?: string; data?: string; input?: string })
    return failed(-32601, `the method ${method} does not exist/is not available`)
  }

  private numberOf(tag: string, { hasNoTags = false }: NodeHabits): bigint | null {
    if (tag === 'latest') return this.head()
    if (tag === 'earliest') return 0n
    if ((tag === 'safe' || tag === 'finalized') && !hasNoTags) {
      const at = this.now().getTime() - lags[this.chainId][tag] * 1000
      return this.clock.numberAt(new Date(at))
    }
    return /^0x[0-9a-f]+$/i.test(tag) ? BigInt(tag) : null
  }

  private answerBlock(tag: string, habits: NodeHabits): object {
    const number = this.numberOf(tag, habits)
    if (number === null) return failed(-32602, `invalid argument 0: unknown block tag ${tag}`)
    if (number < 0n || number > this.head()) return { result: null }
    return {
      result: {
        number: numberToHex(number),
        hash: this.hashOf(number),
        parentHash: number === 0n ? zeroWord : this.hashOf(number - 1n),
        timestamp: this.secondsOf(number),
        gasLimit: '0x1c9c380',
        gasUsed: '0x5208',
        baseFeePerGas: '0x1e8480',
        transactions: this.placed.filter(({ block }) => block === number).map(({ launch }) => launch.txHash),
      },
    }
  }

  private secondsOf(block: bigint): Hex {
    return numberToHex(Math.floor(this.clock.timeOf(block).getTime() / 1000))
  }

  /** Another one on each branch. */
  private hashOf(block: bigint): Hex {
    const branch = this.forks.filter((from) => from <= block).length
    const hash: Hex = `0x${createHash('sha256').update(`${this.chainId}:${block}:${branch}`).digest('hex')}`
    this.numbers.set(hash, block)
    return hash
  }

  private answerLogs(filter: Filter, habits: NodeHabits): object {
    const { maxBlocks = Infinity, maxLogs = Infinity, gap } = habits
    const byHash = filter.blockHash === undefined ? undefined : this.numbers.get(filter.blockHash)
    if (filter.blockHash !== undefined && (byHash === undefined || this.hashOf(byHash) !== filter.blockHash))
      return failed(-32000, 'unknown block')
    const from = byHash ?? this.numberOf(filter.fromBlock ?? 'latest', habits)
    const to = byHash ?? this.numberOf(filter.toBlock ?? 'latest', habits)
    if (from === null || to === null || from > to) return failed(-32000, 'invalid block range params')
    if (to - from + 1n > maxBlocks)
      return { error: habits.rangeError ?? { code: -32000, message: `exceed maximum block range: ${maxBlocks}` } }
    const head = this.head()
    const found = []
    for (let at = this.firstFrom(from); at < this.placed.length; at += 1) {
      const one = this.placed[at]
      if (!one || one.block > to || one.block > head) break
      if (gap && gap.from <= one.block && one.block <= gap.to) continue
      found.push(...this.listLogs(one, habits).filter((log) => isWanted(log, filter)))
      if (found.length > maxLogs) return failed(-32005, `query returned more than ${maxLogs} results`)
    }
    return { result: found }
  }

  /** The index of the first launch in this block or a later one. */
  private firstFrom(block: bigint): number {
    let [low, high] = [0, this.placed.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.placed[middle]?.block ?? 0n) < block) low = middle + 1
      else high = middle
    }
    return low
  }

  /** As a node serves them: each launch has ten places of its block's list. */
  private listLogs({ launch, block }: Placed, { hasLogTimes = false }: NodeHabits) {
    const place = this.placeOf({ launch, block })
    return this.logsOf(launch).map((log, n) => ({
      ...log,
      blockNumber: numberToHex(block),
      blockHash: this.hashOf(block),
      transactionHash: launch.txHash,
      transactionIndex: numberToHex(place),
      logIndex: numberToHex(place * 10 + n),
      removed: false,
      ...(hasLogTimes && { blockTimestamp: this.secondsOf(block) }),
    }))
  }

  private placeOf({ launch, block }: Placed): number {
    const first = this.firstFrom(block)
    return this.placed.findIndex((one, at) => at >= first && one.launch === launch) - first
  }

  private logsOf(launch: HistoricLaunch): Log[] {
    const known = this.logs.get(launch)
    if (known) return known
    const { form, token, named, name, symbol, entryPoint } = launch
    const values = { token, creator: named, sender: launch.sender, name, symbol, fill: createFill(token) }
    const mint = {
      address: token,
      topics: [transfer, zeroWord, toWord(form.factory)],
      data: numberToHex(10n ** 27n, { size: 32 }),
    }
    const logs: Log[] = [
      mint,
      ...(form.launchpad === 'b20' ? listRoles(launch) : []),
      { address: form.factory, ...form.encode(values) },
      ...(entryPoint === null ? [] : [toOperation(launch, entryPoint)]),
    ]
    this.logs.set(launch, logs)
    return logs
  }

  private findTransaction(hash: string): object | null {
    const placed = this.byHash.get(hash)
    if (!placed || placed.block > this.head()) return null
    const { launch, block } = placed
    const isRelayed = launch.creator !== null && launch.named !== launch.creator
    return {
      hash,
      from: launch.sender,
      to: launch.entryPoint ?? (isRelayed ? launch.named : launch.form.factory),
      blockNumber: numberToHex(block),
      blockHash: this.hashOf(block),
      transactionIndex: numberToHex(this.placeOf(placed)),
      chainId: numberToHex(this.chainId),
      nonce: '0x7',
      value: '0x0',
      gas: '0x4c4b40',
      gasPrice: '0x3b9aca00',
      type: '0x2',
      input: '0xdf40224a',
    }
  }

  private findReceipt(hash: string, habits: NodeHabits): object | null {
    const transaction = this.findTransaction(hash)
    const placed = this.byHash.get(hash)
    if (!transaction || !placed) return null
    const { from, to, blockNumber, blockHash, transactionIndex, type } = transaction as Record<string, string>
    return {
      transactionHash: hash,
      from,
      to,
      blockNumber,
      blockHash,
      transactionIndex,
      type,
      status: '0x1',
      contractAddress: null,
      cumulativeGasUsed: '0x3d0900',
      gasUsed: '0x1e8480',
      effectiveGasPrice: '0x3b9aca00',
      logsBloom: `0x${'0'.repeat(512)}`,
      logs: this.listLogs(placed, habits),
    }
  }

  /** A token of the chain itself has at most one byte. */
  private codeOf(address: string): Hex {
    const launch = this.byToken.get(address)
    if (launch) return launch.launchpad === 'b20' ? '0xef' : '0x6001600055'
    return this.smartWallets.has(address) || this.contracts.has(address) ? '0x6001600055' : '0x'
  }

  private answerCall({ to = '', data, input }: { to?: string; data?: string; input?: string }): object {
    const asked = data ?? input ?? '0x'
    const signature = selectors[asked.slice(0, 10)]
    if (signature === 'tokenInfo(address)') {
      const launch = this.byToken.get(`0x${asked.slice(34, 74)}`)
      if (!this.contracts.has(to.toLowerCase()) || launch?.form.factory !== to.toLowerCase()) return reverted
      return { result: toTokenInfo(launch) }
    }
    const launch = this.byToken.get(to.toLowerCase())
    if (!launch) return this.contracts.has(to.toLowerCase()) ? reverted : { result: '0x' }
    if (signature === 'name()') return { result: toString(launch.name) }
    if (signature === 'symbol()') return { result: toString(launch.symbol) }
    if (signature === 'decimals()') return { result: numberToHex(18, { size: 32 }) }
    if (signature === 'totalSupply()') return { result: numberToHex(10n ** 27n, { size: 32 }) }
    if (signature === 'originalAdmin()' && launch.launchpad === 'clanker-v4') return { result: toWord(launch.named) }
    if (signature === 'deployer()' && launch.launchpad === 'clanker-v3.0') return { result: toWord(launch.named) }
    return reverted
  }
}

const toWord = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
const toString = (text: string): Hex => encodeAbiParameters(parseAbiParameters('string'), [text])

/** Addresses that say nothing, of this token. */
const createFill =
  (token: string) =>
  (index: number): string =>
    `0xf1${index.toString(16).padStart(2, '0')}${token.slice(6)}`

/** The sender is administrator and minter. */
const listRoles = ({ token, creator }: HistoricLaunch): Log[] =>
  [zeroWord, '0x154c00819833dac601ee5ddded6fda79d9d8b506b911b3dbd54cdb95fe6c3686' as Hex].map((role) => ({
    address: token,
    topics: [roleGranted, role, toWord(creator ?? ''), toWord(creator ?? '')],
    data: '0x',
  }))

const toOperation = ({ creator, txHash }: HistoricLaunch, entryPoint: string): Log => ({
  address: entryPoint,
  topics: [userOperation, txHash as Hex, toWord(creator ?? ''), zeroWord],
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [7n, true, 1_000_000n, 400_000n]),
})

/** As Solidity's own getter returns the struct. */
const struct = parseAbiParameters(
  'address, address, address, address, (address, string, string, string, uint256, uint256, uint256, uint256, uint256, uint256, uint256, uint256), string, string, string, string, string, string, bool, bool',
)

function toTokenInfo({ creator, token, name, symbol }: HistoricLaunch): Hex {
  const [own, minted] = [creator as Hex, token as Hex]
  const data = [minted, name, `fun ${name}`, symbol, 10n ** 27n, 1n, 1n, 1n, 1n, 1n, 1n, 1n] as const
  return encodeAbiParameters(struct, [own, minted, minted, minted, data, name, '', '', '', '', '', true, false])
}

function isWanted({ address, topics }: Log, filter: Filter): boolean {
  const wanted = [filter.address ?? []].flat()
  if (wanted.length > 0 && !wanted.some((one) => one.toLowerCase() === address)) return false
  return (filter.topics ?? []).every((one, n) => {
    const allowed = [one ?? []].flat()
    return allowed.length === 0
      ? topics[n] !== undefined || one === null
      : allowed.some((topic) => topic.toLowerCase() === topics[n])
  })
}
