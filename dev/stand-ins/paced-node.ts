import { answerBlock, type Blocks, toHex } from './blocks.ts'
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

/** The first block at a time or later, by halves. */
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
  if (method === 'eth_getBlockByNumber') return answerBlock(toBlocks(world), String(params[0]))
  return undefined
}

function toBlocks(world: PacedWorld): Blocks {
  const head = headOf(world)
  const toTagged = (lag?: number) =>
    lag === undefined ? undefined : Math.max(0, firstBlockAt(world, timeOf(world, head) - lag + 1) - 1)
  const tags = { safe: toTagged(world.tags?.safe), finalized: toTagged(world.tags?.finalized) }
  return { head, timeOf: (block) => timeOf(world, block), tags }
}
