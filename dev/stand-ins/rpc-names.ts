import {
  type Hex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  namehash,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'

/** The address of a name, or how its resolver misbehaves. */
export type NamedWallet = Hex | 'off-chain' | 'reverts' | 'floods' | 'garbage'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function resolve(bytes name, bytes data) view returns (bytes, address)',
])

const registries = ['0xb94704422c2a1e396835a571837aa5ae53285a95', '0x1493b2567056c2181630115660963e13a8e32735']
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const resolver: Hex = '0xc6d566a56a1aff6508b41f6c90ff131615583bcd'

/** The response to a call of a contract that resolves names; undefined: another contract is called. */
export function answerNameCall(
  names: Record<string, NamedWallet>,
  call: { to?: string; data: Hex },
): object | undefined {
  const to = call.to?.toLowerCase() ?? ''
  if (![...registries, universalResolver, resolver].includes(to)) return undefined
  const asked = decodeFunctionData({ abi, data: call.data })
  if (asked.functionName === 'resolve') return answerUniversally(names, asked.args[1])
  const wallet = findWallet(names, asked.args[0])
  if (asked.functionName === 'addr') return toAnswer(wallet ?? zeroAddress)
  return { result: toWord(wallet ? resolver : zeroAddress) }
}

/** Reverts with ResolverNotFound for a name that is not registered, as the contract does. */
function answerUniversally(names: Record<string, NamedWallet>, data: Hex): object {
  const asked = decodeFunctionData({ abi, data })
  const wallet = findWallet(names, asked.args[0])
  if (!wallet) return reverts('0x77209fe8')
  const answer = toAnswer(wallet)
  if (!('result' in answer)) return answer
  return { result: encodeAbiParameters(parseAbiParameters('bytes, address'), [answer.result, resolver]) }
}

const findWallet = (names: Record<string, NamedWallet>, node: Hex): NamedWallet | undefined =>
  Object.entries(names).find(([name]) => namehash(name) === node)?.[1]

function toAnswer(wallet: NamedWallet): { result: Hex } | { error: object } {
  if (wallet === 'reverts') return reverts('0x')
  if (wallet === 'off-chain') return reverts(`0x556f1830${'00'.repeat(160)}`)
  if (wallet === 'floods') return reverts(`0x${'00'.repeat(2 ** 20)}`)
  if (wallet === 'garbage') return { result: '0x1234' }
  return { result: toWord(wallet) }
}

const toWord = (address: Hex): Hex => encodeFunctionResult({ abi, functionName: 'addr', result: address })

const reverts = (data: Hex) => ({ error: { code: 3, message: 'execution reverted', data } })
