import {
  type Hex,
  decodeAbiParameters,
  encodeFunctionData,
  getAddress,
  isAddressEqual,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import type { NameAnswer, NameSpace } from './chain.ts'
import { type AskNode, type NodeResponse, ResponseTooLarge } from './chain-node.ts'
import { isContractsOwn } from './contracts-own.ts'
import { parseHex } from './node-response.ts'

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

export const findNameSpace = (chainId: number): Source | null => sources[chainId] ?? null

/** Resolvers are untrusted contracts: what they do is their answer. */
export async function askName(
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
