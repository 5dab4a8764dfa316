import { createHash } from 'node:crypto'
import { type StandIn, type StandInResponse, startJsonServer, type WireFault } from '../../dev/stand-ins/json-server.ts'

/** How a launch is announced: by an event that names its creator, by one of whose token a getter does, or by none. */
const launchKinds = ['named', 'getter', 'sender'] as const
type LaunchKind = (typeof launchKinds)[number]

export interface ChainLaunch {
  token: string
  creator: string
  kind: LaunchKind
  block: number
  logIndex: number
}

interface Block {
  hash: string
  time: number
  launches: ChainLaunch[]
}

/** What goes wrong with the next call for logs. */
export type LogFault =
  'range' | 'too many' | 'rate limit' | 'lag' | Extract<WireFault, 'reset' | 'cut' | 'html 502' | 'cut json'>

/** A chain of launches on Base whose blocks can be replaced, and its node. */
export interface LaunchChain extends StandIn {
  blocks: Block[]
  /** Adds blocks, each with so many launches. */
  mine: (blocks: number, launches: (n: number) => number) => void
  /** Replaces the newest blocks by as many others, each with a launch more or less. */
  reorganise: (depth: number) => void
  /** How many blocks the newest settled one is behind the head. */
  lag: number
  kinds: readonly LaunchKind[]
  secondsPerBlock: number
  /** The most blocks that a call for logs may ask for. */
  maxRange: number
  /** Logs carry the time of their block. */
  hasTimes: boolean
  /** What goes wrong with the next calls for logs, one after the other; null: nothing. */
  faults: (LogFault | null)[]
  /** Called before each answer. */
  onCall: (method: string) => void
  /** All launches in blocks up to and with the newest settled one. */
  settled: () => ChainLaunch[]
}

const factories = {
  named: {
    address: '0xe85a59c628f7d27878aceb4bf3b35733630083a9',
    topic0: '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67',
  },
  getter: {
    address: '0xf66dea7b3e897cd44a5a231c61b6b4423d613259',
    topic0: '0x714aa39317ad9a7a7a99db52b44490da5d068a0b2710fffb1a1282ad3cadae1f',
  },
  sender: {
    address: '0xb20f000000000000000000000000000000000000',
    topic0: '0xfd9bf2730513a1709722ff379a0844dfd8f997d600693c2bcc659e188bbdba0d',
  },
}
const startedAt = 1_790_000_000
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

export async function startLaunchChain(over: Partial<LaunchChain> = {}): Promise<LaunchChain> {
  let made = 0
  const makeBlock = (number: number, launches: number): Block => {
    made += 1
    const id = made
    return {
      hash: `0x${digest(`block ${id}`)}`,
      time: Math.floor(startedAt + number * chain.secondsPerBlock),
      launches: Array.from({ length: launches }, (_, n) => ({
        token: `0x${digest(`token ${id} ${n}`).slice(24)}`,
        creator: `0x${digest(`creator ${(id + n) % 7}`).slice(24)}`,
        kind: chain.kinds[(id + n) % chain.kinds.length] ?? 'named',
        block: number,
        logIndex: 2 * n + 1,
      })),
    }
  }
  const chain: Omit<LaunchChain, keyof StandIn> = {
    blocks: [],
    mine: (count, launches) => {
      for (let n = 0; n < count; n += 1) chain.blocks.push(makeBlock(chain.blocks.length, launches(n)))
    },
    reorganise: (depth) => {
      const replaced = chain.blocks.splice(Math.max(1, chain.blocks.length - depth))
      for (const { launches } of replaced)
        chain.blocks.push(
          makeBlock(chain.blocks.length, launches.length > 1 ? launches.length - 1 : launches.length + 1),
        )
    },
    lag: 2,
    kinds: launchKinds,
    secondsPerBlock: 0.5,
    maxRange: Infinity,
    hasTimes: true,
    faults: [],
    onCall: () => {},
    settled: () =>
      chain.blocks.slice(0, Math.max(1, chain.blocks.length - chain.lag)).flatMap(({ launches }) => launches),
  }
  const findLaunch = (test: (launch: ChainLaunch) => boolean) => {
    for (const block of chain.blocks) for (const launch of block.launches) if (test(launch)) return launch
    return undefined
  }
  const toBlock = (number: number): object => {
    const block = chain.blocks[number]
    return { result: block ? { number: toHex(number), hash: block.hash, timestamp: toHex(block.time) } : null }
  }
  const answerLogs = ({ fromBlock, toBlock, address, topics }: LogsAsked): object | WireFault | StandInResponse => {
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    if (to - from + 1 > chain.maxRange)
      return { error: { code: -32600, message: `up to a ${chain.maxRange} block range` } }
    const fault = chain.faults.shift() ?? null
    if (fault === 'range') return { error: { code: -32062, message: 'block range is too large' } }
    if (fault === 'too many') return { error: { code: -32005, message: 'query returned more than 10000 results' } }
    if (fault === 'rate limit') return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'slow down' } }
    if (fault !== null && fault !== 'lag') return fault
    // a node that has the newest blocks, and not their logs yet
    const end = fault === 'lag' ? Math.min(to, chain.blocks.length - chain.lag - 4) : to
    const logs = chain.blocks
      .slice(from, end + 1)
      .flatMap((block) => block.launches.map((one) => toLog(chain, block, one)))
    return { result: logs.filter((log) => address.includes(log.address) && topics[0].includes(log.topics[0] ?? '')) }
  }
  const answer = (method: string, params: never[]): object | WireFault => {
    const [first] = params as unknown[]
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_blockNumber') return { result: toHex(chain.blocks.length - 1) }
    if (method === 'eth_getLogs') return answerLogs(first as LogsAsked)
    if (method === 'eth_getBlockByNumber') {
      if (first === 'latest') return toBlock(chain.blocks.length - 1)
      if (first === 'safe') return toBlock(Math.max(0, chain.blocks.length - 1 - chain.lag))
      return String(first).startsWith('0x')
        ? toBlock(Number(first))
        : { error: { code: -32602, message: 'unknown tag' } }
    }
    if (method === 'eth_getTransactionReceipt') {
      const launch = findLaunch((one) => txHashOf(one) === first)
      if (!launch) return { result: null }
      const { block, creator: from } = launch
      const receipt = {
        transactionHash: first,
        blockNumber: toHex(block),
        status: '0x1',
        from,
        contractAddress: null,
        logs: [],
      }
      return { result: receipt }
    }
    const { data = '' } = Object(first) as { data?: string }
    const launch = findLaunch(({ token }) => data.endsWith(token.slice(2)))
    return launch ? { result: word(launch.creator) } : { error: { code: 3, message: 'execution reverted' } }
  }
  const server = await startJsonServer({
    path: '',
    respond: ({ body }) => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: never[] }
      chain.onCall(method)
      const given = answer(method, params)
      if (typeof given === 'string') return given
      return 'status' in given ? (given as StandInResponse) : { body: { jsonrpc: '2.0', id, ...given } }
    },
  })
  return Object.assign(chain, server, over)
}

interface LogsAsked {
  fromBlock: string
  toBlock: string
  address: string[]
  topics: [string[]]
}

function toLog({ hasTimes }: Pick<LaunchChain, 'hasTimes'>, block: Block, launch: ChainLaunch) {
  const { address, topic0 } = factories[launch.kind]
  return {
    address,
    topics: [topic0, word(launch.token), word(launch.creator)],
    data: '0x',
    blockNumber: toHex(launch.block),
    blockHash: block.hash,
    logIndex: toHex(launch.logIndex),
    transactionHash: txHashOf(launch),
    removed: false,
    ...(hasTimes && { blockTimestamp: toHex(block.time) }),
  }
}

export const txHashOf = ({ token }: ChainLaunch): string => `0x${token.slice(2).padStart(64, 'f')}`
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const toHex = (value: number) => `0x${value.toString(16)}`
