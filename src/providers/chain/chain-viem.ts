import {
  type Hex,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
} from 'viem'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError, asRequestFault } from '../../platform/upstream-error.ts'
import type { Chain, ContractVerdict, NameAnswer } from './chain.ts'
import { type AskNode, ResponseTooLarge, createChainNode } from './chain-node.ts'
import { isContractsOwn } from './contracts-own.ts'
import { type OnChain, decodeAttestation, encodeGetAttestation } from './eas-reads.ts'
import { askName, findNameSpace } from './names.ts'
import { formatResponse, isHex, parseHex, parseQuantity, requireChainId } from './node-response.ts'

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
}

type Signed = Parameters<Chain['verifyMessage']>[0]
type Wanted = Parameters<Chain['findAttestation']>[0]

/** Reads the chain through one node. Its chain id must match ours before its first verdict counts. */
export function createChain({ url, chainId, timeoutMs, guard }: Options): Chain & Probed {
  const ask = createChainNode({ url, timeoutMs })
  const checkChain = checkOnce(ask, chainId)
  const verify = async (signed: Signed, signal: AbortSignal): Promise<ContractVerdict> => {
    const hasCode = askWhetherCode(ask, signed.address, signal)
    hasCode.catch(() => {}) // the node's own faults are checked first
    const [block] = await Promise.all([askBlock(ask, signal), checkChain(signal)])
    // Strangers choose the wallet, so a working node's error about it must not open the breaker for everyone.
    const isContract = (await asRequestFault(hasCode)) || isCounterfactual(signed.signature)
    if (!isContract) return { verdict: 'no contract' }
    return (await asRequestFault(askWallet(ask, signed, signal))) ? { verdict: 'ok', block } : { verdict: 'bad' }
  }
  const find = async ({ contract, uid }: Wanted, signal: AbortSignal): Promise<OnChain | null> => {
    await checkChain(signal)
    return askAttestation(ask, { contract, uid }, signal)
  }
  const source = findNameSpace(chainId)
  const resolve = async (name: string, signal: AbortSignal): Promise<NameAnswer> => {
    if (!source) return 'none'
    await checkChain(signal)
    return asRequestFault(askName(ask, { source, name }, signal)) // strangers choose the resolver
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

/** Callers may name any contract, so its responses must not open the breaker for everyone. */
async function askAttestation(ask: AskNode, { contract, uid }: Wanted, signal: AbortSignal): Promise<OnChain | null> {
  const response = await ask('eth_call', [{ to: contract, data: encodeGetAttestation(uid) }, 'latest'], signal)
  try {
    if ('result' in response && isHex(response.result)) return decodeAttestation(response.result)
  } catch {
    // no attestation contract
  }
  throw new UpstreamError('chain', 'request', `the contract at ${contract} does not behave like an attestation service`)
}

/** Checked before the first verdict only. */
function checkOnce(ask: AskNode, chainId: number): (signal: AbortSignal) => Promise<void> {
  let isChecked = false
  return async (signal) => {
    if (!isChecked) await requireChainId(ask, chainId, signal)
    isChecked = true
  }
}

const askBlock = async (ask: AskNode, signal: AbortSignal): Promise<bigint> =>
  parseQuantity('eth_blockNumber', await ask('eth_blockNumber', [], signal))

async function askWhetherCode(ask: AskNode, address: Hex, signal: AbortSignal): Promise<boolean> {
  const response = await ask('eth_getCode', [address, 'latest'], signal)
  return parseHex('eth_getCode', response) !== '0x'
}

/** ERC-6492: a signature that carries the wallet's own deployment ends in these 32 bytes. */
const isCounterfactual = (signature: Hex) => signature.toLowerCase().endsWith('6492'.repeat(16))

/**
 * Runs the validator of ERC-6492 without deploying it. It calls a deployed wallet (ERC-1271), or deploys the wallet first, in
 * one call that changes nothing.
 */
async function askWallet(ask: AskNode, { address, message, signature }: Signed, signal: AbortSignal): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hashMessage(message), signature],
  })
  // at 'latest', not at the block just read: behind a load balancer the next node may not have it yet
  const response = await ask('eth_call', [{ data, gas: maxGas }, 'latest'], signal).catch(noWhenFlooded)
  if (response === 'no' || ('error' in response && isContractsOwn(response.error))) return false
  if ('error' in response || !isHex(response.result) || !/^0x0*[01]$/.test(response.result))
    throw new UpstreamError('chain', 'request', `eth_call: ${formatResponse(response)}`)
  return BigInt(response.result) === 1n
}

/** 15 million gas: limits the work that a hostile wallet can cause on the node. Deploying and checking one uses a tenth. */
const maxGas = '0xe4e1c0'

/** A wallet chooses the bytes of its revert: too many of them count as a no, like any revert. */
function noWhenFlooded(error: unknown): 'no' {
  if (error instanceof ResponseTooLarge) return 'no'
  throw error
}
