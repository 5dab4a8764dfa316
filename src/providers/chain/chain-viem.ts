import {
  decodeAbiParameters,
  encodeFunctionData,
  getAddress,
  hashMessage,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { decodeAttestation, encodeGetAttestation, type OnChain } from '../../../contract/eas-reads.ts'
import { asRequestFault, UpstreamError } from '../../platform/errors.ts'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import {
  askHead,
  type AskNode,
  createChainNode,
  isContractsOwn,
  isHex,
  type NodeResponse,
  parseHex,
  requireChainId,
  requireChainOnce,
  ResponseTooLarge,
} from './chain-node.ts'
import type { Chain, ContractVerdict, NameAnswer, NameSpace } from './chain.ts'
import { askWallet, isCounterfactual } from './wallet-signatures.ts'

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
}

type Signed = Parameters<Chain['verifyMessage']>[0]
type AttestationQuery = Parameters<Chain['findAttestation']>[0]

export function createChain({ url, chainId, timeoutMs, guard }: Options): Chain & Probed {
  const ask = createChainNode({ url, timeoutMs })
  const checkChain = requireChainOnce(ask, chainId)
  const verify = async (signed: Signed, signal: AbortSignal): Promise<ContractVerdict> => {
    const asking = askCode(ask, signed.address, signal)
    asking.catch(() => {}) // the node's own faults are checked first
    const [block] = await Promise.all([askHead(ask, signal), checkChain(signal)])
    // Callers choose the wallet, so a working node's error about it must not open the breaker.
    const code = await asRequestFault(asking)
    const { address: wallet, message, signature } = signed
    if (code === '0x' && !isCounterfactual(signature)) return { verdict: 'no contract' }
    const asked = { wallet, code, hash: hashMessage(message), signature }
    return (await asRequestFault(askWallet(ask, asked, signal))) ? { verdict: 'ok', block } : { verdict: 'bad' }
  }
  const find = async ({ contract, uid }: AttestationQuery, signal: AbortSignal): Promise<OnChain | null> => {
    await checkChain(signal)
    return askAttestation(ask, { contract, uid }, signal)
  }
  const source = findNameSpace(chainId)
  const resolve = async (name: string, signal: AbortSignal): Promise<NameAnswer> => {
    if (!source) return 'none'
    await checkChain(signal)
    return asRequestFault(askName(ask, { source, name }, signal)) // Callers choose the resolver.
  }
  return {
    chainId,
    names: source && { suffix: source.suffix },
    verifyMessage: (signed, signal) => guard.run((signal) => verify(signed, signal), signal),
    findAttestation: (wanted, signal) => guard.run((signal) => find(wanted, signal), signal),
    resolveName: (name, signal) => guard.run((signal) => resolve(name, signal), signal),
    probe: (signal) => requireChainId(ask, chainId, signal),
  }
}

/** Callers may name any contract, so its responses must not open the breaker. */
async function askAttestation(
  ask: AskNode,
  { contract, uid }: AttestationQuery,
  signal: AbortSignal,
): Promise<OnChain | null> {
  const response = await ask('eth_call', [{ to: contract, data: encodeGetAttestation(uid) }, 'latest'], signal)
  try {
    if ('result' in response && isHex(response.result)) return decodeAttestation(response.result)
  } catch {}
  throw new UpstreamError('chain', 'request', `the contract at ${contract} does not behave like an attestation service`)
}

const askCode = async (ask: AskNode, address: Hex, signal: AbortSignal): Promise<Hex> =>
  parseHex('eth_getCode', await ask('eth_getCode', [address, 'latest'], signal))

/** ENS's universal resolver, or a registry that names each name's resolver. */
interface Source extends NameSpace {
  contract: Hex
  kind: 'universal resolver' | 'registry'
}

const ens: Hex = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

const sources: Record<number, Source | undefined> = {
  1: { suffix: '.eth', kind: 'universal resolver', contract: ens },
  11155111: { suffix: '.eth', kind: 'universal resolver', contract: ens },
  8453: { suffix: '.base.eth', kind: 'registry', contract: '0xb94704422c2a1e396835a571837aa5ae53285a95' },
  84532: { suffix: '.basetest.eth', kind: 'registry', contract: '0x1493b2567056c2181630115660963e13a8e32735' },
}

const findNameSpace = (chainId: number): Source | null => sources[chainId] ?? null

/** Resolvers are untrusted contracts: what they do is their answer. */
async function askName(
  ask: AskNode,
  { source, name }: { source: Source; name: string },
  signal: AbortSignal,
): Promise<NameAnswer> {
  const { namehash, packetToBytes } = await import('viem/ens')
  const node = namehash(name)
  const addr = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
  if (source.kind === 'registry') {
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'resolver', args: [node] })
    const resolver = await call(ask, { to: source.contract, data }, signal)
    if (typeof resolver !== 'object') return resolver
    const at = toAddress(resolver.bytes)
    return at === null ? 'none' : toAnswer(await call(ask, { to: at, data: addr }, signal))
  }
  const dnsName = toHex(packetToBytes(name))
  const data = encodeFunctionData({ abi: universalResolverAbi, functionName: 'resolve', args: [dnsName, addr] })
  const response = await call(ask, { to: source.contract, data }, signal)
  return typeof response === 'object' ? toAnswer(unwrap(response.bytes)) : response
}

const registryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
const resolverAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const universalResolverAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes, address)'])

type Called = { bytes: Hex } | 'none' | 'off-chain'

async function call(ask: AskNode, { to, data }: { to: Hex; data: Hex }, signal: AbortSignal): Promise<Called> {
  const response = await ask('eth_call', [{ to, data, gas: maxGas }, 'latest'], signal).catch(noneWhenFlooded)
  if (response === 'none') return response
  if ('error' in response) {
    if (isOffchainLookup(response)) return 'off-chain'
    if (isContractsOwn(response.error)) return 'none'
  }
  return { bytes: parseHex('eth_call', response) }
}

/** 5 million gas limits the work that a hostile resolver can cause; honest ones use less than a tenth. */
const maxGas = '0x4c4b40'

function noneWhenFlooded(error: unknown): 'none' {
  if (error instanceof ResponseTooLarge) return 'none'
  throw error
}

/** EIP-3668: the resolver wants a web gateway to be asked, which anyone with a name could choose. */
const isOffchainLookup = (response: NodeResponse) =>
  'error' in response && /0x556f1830/i.test(`${JSON.stringify(response.error.data ?? '')} ${response.error.message}`)

const unwrap = (bytes: Hex): Called => {
  try {
    return { bytes: decodeAbiParameters(parseAbiParameters('bytes, address'), bytes)[0] }
  } catch {
    return 'none'
  }
}

function toAnswer(called: Called): NameAnswer {
  if (typeof called !== 'object') return called
  const address = toAddress(called.bytes)
  return address === null ? 'none' : { address }
}

function toAddress(bytes: Hex): Hex | null {
  if (!/^0x0{24}[0-9a-fA-F]{40}$/.test(bytes)) return null
  const address = getAddress(`0x${bytes.slice(26)}`)
  return isAddressEqual(address, zeroAddress) ? null : address
}
