import { type StandIn, startJsonServer } from './json-server.ts'

/** Blocks of one pace. */
export interface Stretch {
  blocks: number
  /** From one block to the next; several blocks of one second have the same timestamp. */
  seconds: number
}

export interface PacedWorld {
  chainId?: number
  /** When block 0 was made, in seconds. */
  startedAt: number
  /** From block 0 on; the last block of the last one is the head. */
  stretches: Stretch[]
  /** How far the blocks of these tags are behind the head, in seconds; without it the node doesn't know the tag. */
  tags?: { safe?: number; finalized?: number }
  /** Answers everything else; undefined: the node lacks the method. */
  respond?: (method: string, params: never[]) => object | undefined
}

export interface PacedNode extends StandIn {
  /** The methods of all calls in order. */
  methods: () => string[]
}

export const headOf = ({ stretches }: Pick<PacedWorld, 'stretches'>): number =>
  stretches.reduce((sum, { blocks }) => sum + blocks, 0)

/** In whole seconds, as a chain keeps it. */
export function timeOf({ startedAt, stretches }: Pick<PacedWorld, 'startedAt' | 'stretches'>, block: number): number {
  let [time, left] = [startedAt, block]
  for (const { blocks, seconds } of stretches) {
    const passed = Math.min(left, blocks)
    // In thousandths, so that sums of tenths are exact.
    time += (passed * Math.round(seconds * 1000)) / 1000
    left -= passed
  }
  return Math.floor(time)
}

/** The first block at a time or later, by looking at the blocks one after the other from the halves on. */
export function firstBlockAt(world: Pick<PacedWorld, 'startedAt' | 'stretches'>, time: number): number {
  let [low, high] = [0, headOf(world) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (timeOf(world, middle) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** A node of a chain that makes blocks at a given pace. The world may be changed while it runs. */
export async function startPacedNode(world: PacedWorld): Promise<PacedNode> {
  const server = await startJsonServer({
    path: '/v2/canary-chain-key',
    respond: ({ body }) => {
      const { id, method, params } = parse(body)
      const answer = respond(world, method, params) ?? { error: { code: -32601, message: 'method not found' } }
      return { body: { jsonrpc: '2.0', id, ...answer } }
    },
  })
  return { ...server, methods: () => server.requests.map(({ body }) => parse(body).method) }
}

/** Only our own client calls. */
const parse = (body: string) => JSON.parse(body) as { id: number; method: string; params: never[] }

function respond(world: PacedWorld, method: string, params: never[]): object | undefined {
  const own = world.respond?.(method, params)
  if (own) return own
  if (method === 'eth_chainId') return { result: toHex(world.chainId ?? 8453) }
  if (method === 'eth_blockNumber') return { result: toHex(headOf(world)) }
  if (method === 'eth_getBlockByNumber') return answerBlock(world, String(params[0]))
  return undefined
}

function answerBlock(world: PacedWorld, block: string): object {
  const number = findNumber(world, block)
  if (number === undefined) return { error: { code: -39001, message: 'Unknown block' } }
  if (number > headOf(world)) return { result: null }
  const hash = `0x${number.toString(16).padStart(64, '0')}`
  return { result: { number: toHex(number), hash, timestamp: toHex(timeOf(world, number)) } }
}

function findNumber(world: PacedWorld, block: string): number | undefined {
  if (block === 'latest') return headOf(world)
  if (block !== 'safe' && block !== 'finalized') return Number(block)
  const lag = world.tags?.[block]
  return lag === undefined ? undefined : Math.max(0, firstBlockAt(world, timeOf(world, headOf(world)) - lag + 1) - 1)
}

const toHex = (value: number) => `0x${value.toString(16)}`
