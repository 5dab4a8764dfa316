import { type Hex, hashMessage } from 'viem'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError, asRequestFault } from '../../platform/upstream-error.ts'
import type { Chain, ContractVerdict, NameAnswer } from './chain.ts'
import { type AskNode, createChainNode } from './chain-node.ts'
import { type OnChain, decodeAttestation, encodeGetAttestation } from '../../../contract/eas-reads.ts'
import { askName, findNameSpace } from './names.ts'
import { isHex, parseHex, parseQuantity, requireChainId } from './node-response.ts'
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
  const checkChain = checkOnce(ask, chainId)
  const verify = async (signed: Signed, signal: AbortSignal): Promise<ContractVerdict> => {
    const asking = askCode(ask, signed.address, signal)
    asking.catch(() => {}) // the node's own faults are checked first
    const [block] = await Promise.all([askBlock(ask, signal), checkChain(signal)])
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

function checkOnce(ask: AskNode, chainId: number): (signal: AbortSignal) => Promise<void> {
  let isChecked = false
  return async (signal) => {
    if (!isChecked) await requireChainId(ask, chainId, signal)
    isChecked = true
  }
}

const askBlock = async (ask: AskNode, signal: AbortSignal): Promise<bigint> =>
  parseQuantity('eth_blockNumber', await ask('eth_blockNumber', [], signal))

const askCode = async (ask: AskNode, address: Hex, signal: AbortSignal): Promise<Hex> =>
  parseHex('eth_getCode', await ask('eth_getCode', [address, 'latest'], signal))
