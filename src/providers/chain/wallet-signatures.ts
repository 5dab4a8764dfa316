import {
  concatHex,
  decodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { UpstreamError } from '../../platform/errors.ts'
import { type AskNode, formatResponse, isContractsOwn, isHex, ResponseTooLarge } from './chain-node.ts'

/** A contract wallet's signature, alone or with what makes the wallet answer. */
type Form =
  | { kind: 'plain'; signature: Hex }
  /** ERC-6492: with the wallet's deployment. */
  | { kind: 'deploying' }
  /** ERC-8010: with the delegation of an account (EIP-7702). */
  | { kind: 'delegating'; signature: Hex; delegation: Delegation; to: Hex; data: Hex }

interface Delegation {
  chainId: bigint
  target: Hex
  nonce: bigint
  yParity: number
  r: bigint
  s: bigint
}

interface Asked {
  wallet: Hex
  code: Hex
  hash: Hex
  signature: Hex
}

/** Whether a signature can belong to a contract without code. */
export const isCounterfactual = (signature: Hex): boolean => readForm(signature).kind !== 'plain'

/** Removes the wrapper of ERC-8010. */
export function unwrapSignature(signature: Hex): Hex {
  const form = readForm(signature)
  return form.kind === 'delegating' ? form.signature : signature
}

/**
 * ERC-1271. An empty signature is valid: wallets approve messages on the chain. Throws `UpstreamError` ('chain')
 * without an answer.
 */
export async function askWallet(ask: AskNode, asked: Asked, signal: AbortSignal): Promise<boolean> {
  const { wallet, code, hash } = asked
  const form = readForm(asked.signature)
  if (form.kind === 'deploying') return askValidator(ask, asked, signal)
  const question = encodeQuestion(hash, form.signature)
  const isDelegated =
    form.kind === 'plain' || code.toLowerCase() === `0xef0100${form.delegation.target.slice(2).toLowerCase()}`
  if (isDelegated) return isYes(await call(ask, [{ to: wallet, data: question, gas: maxGas }, 'latest'], signal))
  if (!(await hasSigned(wallet, form.delegation))) return false
  return askDelegated(ask, { wallet, question, form }, signal)
}

/** 15 million gas limits the work that a hostile wallet can cause; honest ones use a tenth. */
const maxGas = '0xe4e1c0'

const erc1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const encodeQuestion = (hash: Hex, signature: Hex): Hex => encodeFunctionData({ abi: erc1271, args: [hash, signature] })

/** Exactly the magic value, so that a contract that repeats its input doesn't pass. */
const isYes = (answer: Hex | 'no'): boolean => /^0x1626ba7e0{56}$/i.test(answer)

/**
 * Runs the validator of ERC-6492 without deploying it: calls a deployed wallet, or deploys it first, in one call that
 * changes nothing.
 */
async function askValidator(ask: AskNode, { wallet, hash, signature }: Asked, signal: AbortSignal): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hash, signature],
  })
  const answer = await call(ask, [{ data, gas: maxGas }, 'latest'], signal)
  if (answer === 'no') return false
  if (!/^0x0*[01]$/.test(answer)) throw new UpstreamError('chain', 'request', 'eth_call: an unknown form')
  return BigInt(answer) === 1n
}

interface Delegated {
  wallet: Hex
  question: Hex
  form: Extract<Form, { kind: 'delegating' }>
}

/** Asks as if the account had delegated already; its preparation runs first in the same call. */
async function askDelegated(
  ask: AskNode,
  { wallet, question, form }: Delegated,
  signal: AbortSignal,
): Promise<boolean> {
  const authorizationList = [toAuthorization(form.delegation)]
  if (size(form.data) === 0)
    return isYes(await call(ask, [{ to: wallet, data: question, gas: maxGas, authorizationList }, 'latest'], signal))
  // EIP-7702 allows no call without a recipient, so code that exists for this call alone makes the two calls.
  const code = encodeTwoCalls({ to: form.to, data: form.data }, { to: wallet, data: question })
  const params = [{ to: stage, data: '0x', gas: maxGas, authorizationList }, 'latest', { [stage]: { code } }]
  return isYes(await call(ask, params, signal))
}

const stage: Hex = '0x5743a90000000000000000000000000000008010'

const toAuthorization = ({ chainId, target, nonce, yParity, r, s }: Delegation) => ({
  chainId: numberToHex(chainId),
  address: target,
  nonce: numberToHex(nonce),
  yParity: numberToHex(yParity),
  r: numberToHex(r),
  s: numberToHex(s),
})

async function hasSigned(wallet: Hex, { chainId, target, nonce, yParity, r, s }: Delegation): Promise<boolean> {
  try {
    const [shortChainId, shortNonce] = [Number(chainId), Number(nonce)]
    const signature = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity }
    const authorization = { chainId: shortChainId, address: target, nonce: shortNonce }
    return isAddressEqual(await recoverAuthorizationAddress({ authorization, signature }), wallet)
  } catch {
    return false
  }
}

/** `no`: the contract reverted, or answered with too much. */
async function call(ask: AskNode, params: unknown[], signal: AbortSignal): Promise<Hex | 'no'> {
  // At 'latest', not at the block just read: behind a load balancer the next node may not have it yet.
  const response = await ask('eth_call', params, signal).catch(noWhenFlooded)
  if (response === 'no' || ('error' in response && isContractsOwn(response.error))) return 'no'
  if ('error' in response || !isHex(response.result))
    throw new UpstreamError('chain', 'request', `eth_call: ${formatResponse(response)}`)
  return response.result
}

/** A wallet chooses the bytes of its revert; too many count as a no. */
function noWhenFlooded(error: unknown): 'no' {
  if (error instanceof ResponseTooLarge) return 'no'
  throw error
}

const deploying = '6492'.repeat(16)
const delegating = '8010'.repeat(16)

const wrapped = parseAbiParameters(
  '(uint256 chainId, address target, uint256 nonce, uint8 yParity, uint256 r, uint256 s) delegation, address to, bytes data',
)

function readForm(signature: Hex): Form {
  const end = signature.slice(-64).toLowerCase()
  if (end === deploying) return { kind: 'deploying' }
  return (end === delegating && readDelegating(signature)) || { kind: 'plain', signature }
}

/** undefined: not a delegating signature. */
function readDelegating(text: Hex): Form | undefined {
  try {
    const length = Number(slice(text, -64, -32))
    const end = size(text) - 64 - length
    const [delegation, to, data] = decodeAbiParameters(wrapped, slice(text, end, -64))
    const signature = end === 0 ? '0x' : slice(text, 0, end)
    return { kind: 'delegating', signature, delegation, to, data }
  } catch {
    return undefined
  }
}

interface Step {
  to: Hex
  data: Hex
}

/** Makes one call, then another that changes nothing, and returns the first word of the second's answer. */
function encodeTwoCalls(first: Step, second: Step): Hex {
  const toBytes = (offsets: [Hex, Hex], answer: Hex): Hex =>
    concatHex([
      copy(first.data, offsets[0]),
      ...['0x60006000', push(size(first.data)), '0x60006000', pushAddress(first.to), '0x5af150'].map(
        (part) => part as Hex,
      ),
      copy(second.data, offsets[1]),
      '0x6020',
      answer,
      push(size(second.data)),
      '0x6000',
      pushAddress(second.to),
      '0x5afa',
      answer,
      '0x5102', // the answer counts only without a revert
      answer,
      '0x52', // stored over the answer
      '0x6020',
      answer,
      '0xf3',
    ])
  // The answer's memory lies behind both inputs, so that no input is taken for an answer.
  const answer = push(32 * Math.ceil(Math.max(size(first.data), size(second.data)) / 32))
  const length = size(toBytes([push(0), push(0)], answer))
  return concatHex([toBytes([push(length), push(length + size(first.data))], answer), first.data, second.data])
}

/** Copies data from behind the code to the start of the memory. */
const copy = (data: Hex, offset: Hex): Hex => concatHex([push(size(data)), offset, '0x600039'])
const push = (value: number): Hex => concatHex(['0x62', numberToHex(value, { size: 3 })])
const pushAddress = (address: Hex): Hex => concatHex(['0x73', address])
