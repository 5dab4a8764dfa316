import {
  type Hex,
  decodeAbiParameters,
  erc6492SignatureValidatorByteCode,
  numberToHex,
  parseErc6492Signature,
  parseAbiParameters,
} from 'viem'
import { answerBlock } from './blocks.ts'
import { type NamedWallet, answerNameCall } from './rpc-names.ts'
import { type TokenWorld, answerTokenCall } from './rpc-tokens.ts'
import { type StandInResponse, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'

/** A call to a contract wallet: is this its signature of this hash? */
export type Wallet = (asked: { hash: Hex; signature: Hex }) => boolean | 'reverts'

/** A fault by name, or a response to send as it is. */
export type RpcFault = WireFault | keyof typeof faults | StandInResponse

export interface RpcWorld extends TokenWorld {
  chainId?: number
  block?: number
  /** The time of a block, in seconds; two seconds a block by default, and the head is of now. */
  timeOf?: (block: number) => number
  /** Contract wallets by lower-case address. Other addresses have no code. */
  wallets?: Record<string, Wallet>
  /** Wallets that are not deployed yet, whose signatures include the deployment (ERC-6492). */
  undeployed?: Record<string, Wallet>
  /** Names that the chain resolves. */
  names?: Record<string, NamedWallet>
  findFault?: (method: string, count: number) => RpcFault | undefined
}

export interface Rpc extends StandIn {
  /** The methods of all calls in order. */
  methods: () => string[]
}

/** A node of an EVM chain with the methods that verify signatures of contract wallets and resolve names. */
export async function startRpc(world: RpcWorld = {}): Promise<Rpc> {
  const respond = (asked: Asked, count: number): StandInResponse | WireFault => {
    const call = parseCall(asked)
    const fault = world.findFault?.(call.method, count)
    if (fault === undefined) return { body: { jsonrpc: '2.0', id: call.id, ...toErrorResponse(world, call) } }
    if (typeof fault === 'object') return fault
    return isNodeFault(fault) ? faults[fault] : fault
  }
  const server = await startJsonServer({ path: '/v2/canary-chain-key', respond })
  return { ...server, methods: () => server.requests.map((asked) => parseCall(asked).method) }
}

interface Call {
  id: number
  method: string
  params: unknown[]
}

/** Only our own client calls. */
const parseCall = ({ body }: Asked) => JSON.parse(body) as Call

const failed = (code: number, message: string) => ({ error: { code, message } })
const responded = (status: number, response: object): StandInResponse => ({
  status,
  body: { jsonrpc: '2.0', id: 1, ...response },
})

const faults = {
  'http 500': { status: 500, body: 'Internal Server Error' },
  'http 429': { status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow down' } },
  'bad key': responded(401, failed(-32600, 'Must be authenticated! canary-chain-key')),
  limit: responded(200, failed(-32005, 'daily request count exceeded')),
  'node error': responded(200, failed(-32603, 'Internal error')),
  'header not found': responded(200, failed(-32000, 'header not found')),
  'too big': responded(200, failed(-32008, 'Response is too big')),
  'no result': responded(200, {}),
  'null result': responded(200, { result: null }),
  'odd result': responded(200, { result: 'soon' }),
  'endless number': responded(200, { result: `0x${'f'.repeat(64)}` }),
  'reverted, as geth says it': responded(200, failed(3, 'execution reverted')),
  'reverted, as Nethermind says it': responded(200, failed(-32015, 'VM execution error.')),
  'reverted, as Besu says it': responded(200, failed(-32000, 'Execution reverted')),
  'reverted, with status 400': responded(400, failed(3, 'execution reverted: CONTRACT_REVERT_EXECUTED')),
  'reverted, with status 500': responded(500, failed(3, 'execution reverted')),
  'aborted for its length': responded(200, failed(-32000, 'execution aborted (timeout = 5s)')),
  'reverted with a mebibyte': responded(200, {
    error: { code: 3, message: 'execution reverted', data: `0x${'00'.repeat(2 ** 20)}` },
  }),
  'out of gas': responded(200, failed(-32000, 'out of gas')),
}

const isNodeFault = (fault: string): fault is keyof typeof faults => fault in faults

function toErrorResponse(world: RpcWorld, { method, params }: Call): object {
  if (method === 'eth_chainId') return { result: numberToHex(world.chainId ?? 8453) }
  if (method === 'eth_blockNumber') return { result: numberToHex(world.block ?? 23_000_000) }
  if (method === 'eth_getBlockByNumber') return answerBlock(toBlocks(world), String(params[0]))
  if (method === 'eth_getCode') return { result: hasCode(world, params[0]) ? '0x6001' : '0x' }
  if (method === 'eth_getTransactionReceipt') return { result: world.receipts?.[String(params[0])] ?? null }
  if (method === 'eth_call') return answerCall(world, params[0] as { to?: string; data: Hex }) // as our own client calls
  return failed(-32601, `the method ${method} does not exist`)
}

const toBlocks = ({ block: head = 23_000_000, timeOf }: RpcWorld) => {
  const now = Date.now() / 1000
  return { head, timeOf: timeOf ?? ((block: number) => now - 2 * (head - block)) }
}

const answerCall = (world: RpcWorld, call: { to?: string; data: Hex }): object =>
  answerNameCall(world.names ?? {}, call) ?? answerTokenCall(world, call) ?? answerPlain(world, call)

/** A call to an address without code returns nothing. */
const answerPlain = (world: RpcWorld, call: { to?: string; data: Hex }): object =>
  call.to !== undefined && !call.data.startsWith(isValidSignature)
    ? { result: '0x' }
    : (answerWallet(world, call) ?? validate(world, call.data))

const isValidSignature = '0x1626ba7e'

function hasCode({ wallets, tokens }: RpcWorld, address: unknown): boolean {
  const token = tokens?.[String(address).toLowerCase()]
  return walletAt(wallets, address) !== undefined || (token !== undefined && token.hasNoCode !== true)
}

const walletAt = (wallets: RpcWorld['wallets'], address: unknown) => wallets?.[String(address).toLowerCase()]

/** The response of a deployed wallet (ERC-1271). */
function answerWallet({ wallets }: RpcWorld, { to, data }: { to?: string; data: Hex }): object | undefined {
  const wallet = walletAt(wallets, to)
  if (!wallet || !data.startsWith(isValidSignature)) return undefined
  const [hash, signature] = decodeAbiParameters(parseAbiParameters('bytes32, bytes'), `0x${data.slice(10)}`)
  const verdict = wallet({ hash, signature })
  if (verdict === 'reverts') return failed(3, 'execution reverted')
  return { result: `${verdict ? '0x1626ba7e' : '0xffffffff'}${'0'.repeat(56)}` }
}

/** The response of the ERC-6492 validator. Its code comes with the call; it is recognised by its bytes and not run. */
function validate({ wallets, undeployed }: RpcWorld, data: Hex): object {
  if (!data.startsWith(erc6492SignatureValidatorByteCode)) return failed(-32000, 'invalid opcode: INVALID')
  const rest: Hex = `0x${data.slice(erc6492SignatureValidatorByteCode.length)}`
  const [address, hash, wrapped] = decodeAbiParameters(parseAbiParameters('address, bytes32, bytes'), rest)
  const { address: factory, signature } = parseErc6492Signature(wrapped)
  const wallet = walletAt(wallets, address) ?? (factory && walletAt(undeployed, address))
  const verdict = wallet?.({ hash, signature }) ?? 'reverts'
  if (verdict === 'reverts') return failed(3, 'execution reverted')
  return { result: verdict ? '0x01' : '0x00' }
}
