import {
  type Hex,
  decodeAbiParameters,
  erc6492SignatureValidatorByteCode,
  numberToHex,
  parseErc6492Signature,
  parseAbiParameters,
} from 'viem'
import { type Answer, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'

/** What a contract wallet is asked: whether this is its signature of this hash. */
export type Wallet = (asked: { hash: Hex; signature: Hex }) => boolean | 'reverts'

/** Faults by name, or an answer to be given as it is. */
export type RpcFault = WireFault | keyof typeof faults | Answer

export interface RpcWorld {
  chainId?: number
  block?: number
  /** By lower-case address. Any other address has no code. */
  wallets?: Record<string, Wallet>
  /** Wallets that aren't deployed yet; a signature that brings the deployment along (ERC-6492) reaches them. */
  undeployed?: Record<string, Wallet>
  faultOf?: (method: string, count: number) => RpcFault | undefined
}

export interface Rpc extends StandIn {
  /** The methods of the calls so far. */
  methods: () => string[]
}

/** A node of an EVM chain over a socket, as far as signatures of contract wallets ask it. */
export async function startRpc(world: RpcWorld = {}): Promise<Rpc> {
  const answer = (asked: Asked, count: number): Answer | WireFault => {
    const call = callOf(asked)
    const fault = world.faultOf?.(call.method, count)
    if (fault === undefined) return { body: { jsonrpc: '2.0', id: call.id, ...answerTo(world, call) } }
    if (typeof fault === 'object') return fault
    return isNodeFault(fault) ? faults[fault] : fault
  }
  const server = await startJsonServer({ path: '/v2/canary-chain-key', answer })
  return { ...server, methods: () => server.requests.map((asked) => callOf(asked).method) }
}

interface Call {
  id: number
  method: string
  params: unknown[]
}

/** Only our own client calls. */
const callOf = ({ body }: Asked) => JSON.parse(body) as Call

const failed = (code: number, message: string) => ({ error: { code, message } })
const answered = (status: number, answer: object): Answer => ({ status, body: { jsonrpc: '2.0', id: 1, ...answer } })

const faults = {
  'http 500': { status: 500, body: 'Internal Server Error' },
  'http 429': { status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow down' } },
  'bad key': answered(401, failed(-32600, 'Must be authenticated! canary-chain-key')),
  limit: answered(200, failed(-32005, 'daily request count exceeded')),
  'node error': answered(200, failed(-32603, 'Internal error')),
  'header not found': answered(200, failed(-32000, 'header not found')),
  'too big': answered(200, failed(-32008, 'Response is too big')),
  'no result': answered(200, {}),
  'null result': answered(200, { result: null }),
  'odd result': answered(200, { result: 'soon' }),
  'endless number': answered(200, { result: `0x${'f'.repeat(64)}` }),
  'reverted, as geth says it': answered(200, failed(3, 'execution reverted')),
  'reverted, as Nethermind says it': answered(200, failed(-32015, 'VM execution error.')),
  'reverted, as Besu says it': answered(200, failed(-32000, 'Execution reverted')),
  'reverted, with status 400': answered(400, failed(3, 'execution reverted: CONTRACT_REVERT_EXECUTED')),
  'reverted, with status 500': answered(500, failed(3, 'execution reverted')),
  'out of gas': answered(200, failed(-32000, 'out of gas')),
}

const isNodeFault = (fault: string): fault is keyof typeof faults => fault in faults

function answerTo(world: RpcWorld, { method, params }: Call): object {
  if (method === 'eth_chainId') return { result: numberToHex(world.chainId ?? 8453) }
  if (method === 'eth_blockNumber') return { result: numberToHex(world.block ?? 23_000_000) }
  if (method === 'eth_getCode') return { result: walletAt(world.wallets, params[0]) ? '0x6001' : '0x' }
  if (method === 'eth_call') return validate(world, (params[0] as { data: Hex }).data)
  return failed(-32601, `the method ${method} does not exist`)
}

const walletAt = (wallets: RpcWorld['wallets'], address: unknown) => wallets?.[String(address).toLowerCase()]

/** What the validator of ERC-6492 answers: the code that is sent along, not run but known by its bytes. */
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
