import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { creator } from '../fixtures/keys.ts'
import { answerBlock } from '../../dev/stand-ins/blocks.ts'
import { startJsonServer } from '../../dev/stand-ins/json-server.ts'
import { checkPendingBindings } from '../../src/tokens/check-pending.ts'
import { findLaunches } from '../../src/tokens/find-launches.ts'
import { listVenues } from '../../src/tokens/rules/venues-1.0.0.ts'
import { never, closeAfter } from './waiting.ts'
import { type TestResponse, ask, startApp, startWorld } from './app.ts'
import { seedLaunches } from './seed.ts'

/** The wallet of the fixtures, from a key that anybody knows. */
const wallet = creator.address.toLowerCase()
/** Made by Clanker for the wallet, and deployed by the wallet itself. */
export const namedToken = '0x70ce11000000000000000000000000000000020d'
export const ownToken = '0x70ce11000000000000000000000000000000020f'
export const ownCreation = '0x961ead5078fefc53663e15d46bfad8e22b522e0e1b7938dfaa608d8d4ff48755'
const clanker = '0xe85a59c628f7d27878aceb4bf3b35733630083a9'
const clankerTopic = '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67'
const body = (
  name: string,
  { launchpad, topic0 }: { launchpad: string; topic0: string } = { launchpad: clanker, topic0: clankerTopic },
): { result: { transactionHash: string; logs: object[] } } =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/outcomes/rpc/${name}.json`, import.meta.url), 'utf8')
      .replaceAll(clanker, launchpad)
      .replaceAll(clankerTopic, topic0),
  )

/** A string as a contract returns it. */
export const toText = (text: string): string =>
  `0x${'20'.padStart(64, '0')}${text.length.toString(16).padStart(64, '0')}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

/** The launchpad’s transaction. */
export const clankerTx = '0x39b0a34b68e4ed6e1ffa464f44c254780f759435f9120134fcac185d694df1b9'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const createdBlock = 0x339250f

export interface NodeWorld {
  /** Transfers of the named token to the wallet, by the sender of their transactions. */
  transferSenders: string[]
  /** The sender of the launchpad’s transaction, in lower case; null: a stranger. */
  launcher: string | null
  /** The contract of the launchpad, in lower case. */
  launchpad: string
  /** Of its event. */
  topic0: string
  /** The transactions that the explorer names, by contract. */
  creations: Record<string, string>
  /** Tokens that Virtuals announced in the launchpad’s transaction. */
  announced: string[]
  /** The block of an announcement. */
  blockOf: (token: string) => number
  /** Tokens that Virtuals replaced, in the block after the creation. */
  graduations: { token: string; successor: string }[]
  /** The time of every block, unless `timeOf` tells another one, in seconds. */
  minedAt: Date
  timeOf: (block: number) => number | undefined
  /** Further answers of `eth_call`, by contract and data; `out of gas`: the contract never ends. */
  calls: Record<string, string | undefined>
  /** An event of the launchpad in the block of the creation that names this wallet (lower case) and has this data. */
  flood: { wallet: string; data: string } | null
  /** Data of one more event of the launchpad’s transaction. */
  receiptData: string
  /** Data of the transfers in their receipts. */
  transferData: string
  /** The code at an address (lower case). */
  codeOf: (address: string) => string
  /** Runs before each answer, which waits for it. An error ends the connection. */
  onCall: (method: string, params: unknown[]) => void | Promise<void>
}

const toNaming = (flood: NodeWorld['flood'], topics: string[]) => ({
  topics: topics.with(2, `0x${(flood?.wallet ?? '').slice(2).padStart(64, '0')}`),
  data: flood?.data ?? '0x',
})

const toTransfer = (index: number) => ({
  address: namedToken,
  topics: [transferTopic, `0x${'0'.repeat(64)}`, `0x${wallet.slice(2).padStart(64, '0')}`],
  data: '0x01',
  blockNumber: `0x${(createdBlock + 1).toString(16)}`,
  transactionHash: `0x${(0xabc0 + index).toString(16).padStart(64, '0')}`,
})

const virtuals = '0xf66dea7b3e897cd44a5a231c61b6b4423d613259'
const toWord = (address: string): string => address.slice(2).padStart(64, '0')

const launchedTopic = '0x714aa39317ad9a7a7a99db52b44490da5d068a0b2710fffb1a1282ad3cadae1f'

/** `Launched(address indexed token, address indexed pair, uint)` */
const toAnnouncement = (token: string, block = createdBlock) => ({
  address: virtuals,
  topics: [launchedTopic, `0x${toWord(token)}`, `0x${'a'.padStart(64, '0')}`],
  data: `0x${'7'.padStart(64, '0')}`,
  blockNumber: `0x${block.toString(16)}`,
  transactionHash: clankerTx,
})

const toGraduation = ({ token, successor }: NodeWorld['graduations'][number]) => ({
  address: virtuals,
  topics: ['0x381d54fa425631e6266af114239150fae1d5db67bb65b4fa9ecc65013107e07e', `0x${toWord(token)}`],
  data: `0x${toWord(successor)}`,
  blockNumber: `0x${(createdBlock + 1).toString(16)}`,
  transactionHash: `0x${'9'.repeat(64)}`,
})

/** A node whose chain holds one launch through Clanker, in blocks of which it gives out 500 at a time. */
async function startNode(t: TestContext, world: NodeWorld) {
  const ranges: bigint[] = []
  const receipts = new Map(
    ['receipt-clanker', 'receipt-direct'].map((name) => {
      const { result } = body(name, world)
      const from = name === 'receipt-clanker' ? world.launcher : null
      const logs = [
        ...result.logs,
        ...(name === 'receipt-clanker' ? world.announced.map((token) => toAnnouncement(token)) : []),
        ...(world.receiptData === '' ? [] : [{ ...toTransfer(0), data: world.receiptData }]),
      ]
      return [result.transactionHash, { result: { ...result, ...(from && { from }), logs } }]
    }),
  )
  const findReceipt = (hash: string): object => {
    const index = world.transferSenders.findIndex((_, at) => toTransfer(at).transactionHash === hash)
    if (index < 0) return receipts.get(hash) ?? { result: null }
    const from = world.transferSenders[index]
    return {
      result: {
        ...toTransfer(index),
        status: '0x1',
        from,
        contractAddress: null,
        logs: [{ ...toTransfer(index), data: world.transferData }],
      },
    }
  }
  const answer = (method: string, params: unknown[]): object => {
    if (method === 'eth_chainId') return { result: '0x2105' }
    if (method === 'eth_getCode') return { result: world.codeOf(String(params[0]).toLowerCase()) }
    if (method === 'eth_getBlockByNumber')
      return answerBlock(
        { head: createdBlock + 100, timeOf: (block) => world.timeOf(block) ?? world.minedAt.getTime() / 1000 },
        String(params[0]),
      )
    if (method === 'eth_getTransactionReceipt') return findReceipt(String(params[0]))
    if (method === 'eth_getLogs') return answerLogs(params[0] as Asked)
    const [{ to, data }] = params as [{ to: string; data: string }]
    const result = world.calls[`${to} ${data}`]
    if (result === 'out of gas') return { error: { code: -32000, message: 'out of gas' } }
    if (result) return { result }
    if (data === '0x06fdde03') return { result: toText('Frog of Base') }
    return data === '0x95d89b41' ? { result: toText('FROG') } : { error: { code: 3, message: 'execution reverted' } }
  }
  interface Asked {
    fromBlock: string
    toBlock: string
    address: string[]
    topics: (string[] | null)[]
  }
  const listAnnounced = (from: string, to: string) =>
    world.announced
      .map((token) => toAnnouncement(token, world.blockOf(token)))
      .filter(({ blockNumber }) => BigInt(from) <= BigInt(blockNumber) && BigInt(blockNumber) <= BigInt(to))
  const answerLogs = ({ fromBlock, toBlock, address, topics }: Asked) => {
    const range = BigInt(toBlock) - BigInt(fromBlock) + 1n
    ranges.push(range)
    if (range > 500n) return body('error-log-range')
    const isThere = BigInt(fromBlock) <= createdBlock + 1 && createdBlock <= BigInt(toBlock)
    if (!isThere) return { result: [] }
    if (topics[0]?.[0] === transferTopic)
      return { result: topics[1] === null ? world.transferSenders.map((_, index) => toTransfer(index)) : [] }
    if (address[0] === virtuals)
      return {
        result:
          topics[0]?.[0] === launchedTopic ? listAnnounced(fromBlock, toBlock) : world.graduations.map(toGraduation),
      }
    const { result: launched } = body('logs-clanker', world) as unknown as { result: { topics: string[] }[] }
    const [first] = launched
    const isFlooded = world.flood && BigInt(fromBlock) <= createdBlock && createdBlock <= BigInt(toBlock)
    const flood = isFlooded && { ...first, ...toNaming(world.flood, first?.topics ?? []) }
    const result = [...launched, ...(flood ? [flood] : [])]
    const isWanted = (log: { topics: string[] }) =>
      topics.every((wanted, index) => wanted === null || wanted.includes(log.topics[index] ?? ''))
    return { result: address[0] === world.launchpad ? result.filter(isWanted) : [] }
  }
  const server = await startJsonServer({
    path: '',
    respond: async (asked) => {
      const { id, method, params } = JSON.parse(asked.body)
      await world.onCall(method, params)
      return { body: { jsonrpc: '2.0', id, ...answer(method, params) } }
    },
  })
  closeAfter(t, server.close)
  return { url: server.url, ranges }
}

/** A service whose creator is enrolled with a name, and a chain on which a launchpad made a token for his wallet. */
export async function startFinding(t: TestContext, name: string, over: Partial<NodeWorld> = {}, venues = '') {
  const nodeWorld: NodeWorld = {
    transferSenders: [],
    launcher: null,
    launchpad: clanker,
    topic0: clankerTopic,
    creations: {},
    announced: [],
    blockOf: () => createdBlock,
    graduations: [],
    minedAt: new Date(Math.floor(Date.now() / 1000) * 1000),
    timeOf: () => undefined,
    calls: {},
    flood: null,
    receiptData: '',
    transferData: '0x01',
    codeOf: () => '0x',
    onCall: () => {},
    ...over,
  }
  const node = await startNode(t, nodeWorld)
  const { creations: named } = nodeWorld
  const explored = Object.keys(named).length > 0 ? await startWorld(t, { txlist: { creations: named } }) : undefined
  const started = await startApp(t, {
    ...(explored && { world: explored }),
    environment: { ...explored?.environment, CHAIN_RPC_URL: node.url, OUTCOME_VENUES: venues },
  })
  const { deps } = started
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: wallet, name }])
  const scoreId = launch?.score.id ?? ''
  await deps.db.updateTable('submissions').set({ symbol: 'frog' }).execute()
  const launchpads = deps.proofSources?.launchpads ?? []
  const { factories, makers } = listVenues(launchpads)
  const graduating = launchpads.filter(({ graduations }) => graduations.length > 0)
  for (const venue of [
    ...[...factories, ...makers].map(({ source }) => source),
    ...graduating.map(({ id }) => `${id} graduations`),
  ])
    await deps.db
      .insertInto('venue_cursors')
      .values({ venue, chain_id: '8453', block: String(createdBlock - 1000), read_at: new Date() })
      .execute()
  const { proofSources, pools } = deps
  if (!proofSources || !pools) throw new Error('the node is configured')
  return {
    ...started,
    ...node,
    nodeWorld,
    scoreId,
    find: async () => findLaunches({ ...deps, proofSources, pools }, never),
    prove: async () => checkPendingBindings({ ...deps, proofSources }, never),
  }
}

/** The creator signs for a token of the launch. */
export async function bindToken(
  { app, scoreId }: Pick<Awaited<ReturnType<typeof startFinding>>, 'app' | 'scoreId'>,
  token: string,
  over: object = {},
): Promise<TestResponse> {
  const url = `/v1/launch/${scoreId}/token`
  const { body } = await ask(app, { url: `${url}/message?tokenAddress=${token}` })
  const signature = await creator.signMessage({ message: body.message })
  const payload = { tokenAddress: token, creatorAddress: creator.address, signature, ...over }
  return ask(app, { method: 'POST', url, payload })
}
