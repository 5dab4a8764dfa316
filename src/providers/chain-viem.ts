import {
  type Hex,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
} from 'viem'
import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError, blameRequest } from '../platform/upstream-error.ts'
import type { Chain, ContractVerdict } from './chain.ts'
import { type AskNode, type NodeAnswer, openChainNode } from './chain-node.ts'
import { type OnChain, decodeAttestation, encodeGetAttestation } from './eas.ts'

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

type Signed = Parameters<Chain['verifyMessage']>[0]
type Wanted = Parameters<Chain['findAttestation']>[0]

/** The chain through one node, whose chain id is compared with ours before its first verdict counts. */
export function openChain({ url, chainId, timeoutMs, guard }: Options): Chain {
  const ask = openChainNode({ url, timeoutMs })
  const checkChain = checkOnce(ask, chainId)
  const verify = async (signed: Signed, signal: AbortSignal): Promise<ContractVerdict> => {
    const hasCode = askWhetherCode(ask, signed.address, signal)
    hasCode.catch(() => {}) // the node's own faults come first
    const [block] = await Promise.all([askBlock(ask, signal), checkChain(signal)])
    // Strangers choose the wallet: what a node that is up makes of it must not open the breaker for all.
    const isSigned = await blameRequest(hasCode.then((has) => askIfAny(ask, signed, { hasCode: has, signal })))
    return isSigned ? { verdict: 'ok', block } : { verdict: 'bad' }
  }
  const find = async ({ contract, uid }: Wanted, signal: AbortSignal): Promise<OnChain | null> => {
    await checkChain(signal)
    return askAttestation(ask, { contract, uid }, signal)
  }
  return {
    chainId,
    verifyMessage: (signed, signal) => guard.run((signal) => verify(signed, signal), signal),
    findAttestation: (wanted, signal) => guard.run((signal) => find(wanted, signal), signal),
  }
}

/** Whoever asks may name any contract: what it answers must not open the breaker for all. */
async function askAttestation(ask: AskNode, { contract, uid }: Wanted, signal: AbortSignal): Promise<OnChain | null> {
  const answer = await ask('eth_call', [{ to: contract, data: encodeGetAttestation(uid) }, 'latest'], signal)
  try {
    if ('result' in answer && isHex(answer.result)) return decodeAttestation(answer.result)
  } catch {
    // no attestation contract
  }
  throw new UpstreamError('chain', 'request', `what is at ${contract} does not answer like an attestation service`)
}

/** A wallet of another chain may have another owner: nothing it says counts here. */
function checkOnce(ask: AskNode, chainId: number): (signal: AbortSignal) => Promise<void> {
  let isChecked = false
  return async (signal) => {
    if (isChecked) return
    const served = quantityOf('eth_chainId', await ask('eth_chainId', [], signal))
    if (served !== BigInt(chainId))
      throw new UpstreamError('chain', 'chain', `CHAIN_RPC_URL serves chain ${served}, CHAIN_ID is ${chainId}`)
    isChecked = true
  }
}

const askBlock = async (ask: AskNode, signal: AbortSignal): Promise<bigint> =>
  quantityOf('eth_blockNumber', await ask('eth_blockNumber', [], signal))

async function askWhetherCode(ask: AskNode, address: Hex, signal: AbortSignal): Promise<boolean> {
  const answer = await ask('eth_getCode', [address, 'latest'], signal)
  if ('error' in answer || !isHex(answer.result)) throw unusable('eth_getCode', answer)
  return answer.result !== '0x'
}

const askIfAny = async (ask: AskNode, signed: Signed, { hasCode, signal }: { hasCode: boolean; signal: AbortSignal }) =>
  (hasCode || isCounterfactual(signed.signature)) && askWallet(ask, signed, signal)

/** ERC-6492: a signature that carries the wallet's own deployment ends in these 32 bytes. */
const isCounterfactual = (signature: Hex) => signature.toLowerCase().endsWith('6492'.repeat(16))

/**
 * Runs the validator of ERC-6492 without deploying it: it asks a deployed wallet (ERC-1271), or deploys the wallet first,
 * all in one call that leaves nothing behind.
 */
async function askWallet(ask: AskNode, { address, message, signature }: Signed, signal: AbortSignal): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hashMessage(message), signature],
  })
  // at 'latest', not at the block just read: behind a balancer the next node may not have that one yet
  const answer = await ask('eth_call', [{ data, gas: mostGas }, 'latest'], signal)
  if ('error' in answer && isExecutionError(answer.error)) return false
  if ('error' in answer || !isHex(answer.result) || !/^0x0*[01]$/.test(answer.result))
    throw new UpstreamError('chain', 'request', `eth_call: ${wordsFor(answer)}`)
  return BigInt(answer.result) === 1n
}

/** Bounds what a hostile wallet may cost the node; deploying one and checking a passkey takes a tenth. 15 million. */
const mostGas = '0xe4e1c0'

/** The wallet ran and said no. Nodes agree on neither code nor words: geth's 3, Nethermind's −32015, others by text. */
const isExecutionError = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || code === -32015 || /revert|out of gas|opcode/i.test(message)

/** Up to what the database's bigint holds. */
function quantityOf(method: string, answer: NodeAnswer): bigint {
  if ('error' in answer || !isHex(answer.result) || !/^0x.{1,15}$/.test(answer.result)) throw unusable(method, answer)
  return BigInt(answer.result)
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

const unusable = (method: string, answer: NodeAnswer) =>
  new UpstreamError('chain', 'unavailable', `${method}: ${wordsFor(answer)}`)

const wordsFor = (answer: NodeAnswer) => ('error' in answer ? `error ${answer.error.code}` : 'an unknown form')
