import type { Hex } from 'viem'
import type { OnChain } from '../../../contract/eas-reads.ts'

/** `block` is the newest block of the node. `no contract`: no code, and the signature doesn't deploy any. */
export type ContractVerdict = { verdict: 'ok'; block: bigint } | { verdict: 'bad' } | { verdict: 'no contract' }

export interface NameSpace {
  suffix: string
}

/** `off-chain`: only a server that the name's owner chose knows the address (EIP-55). */
export type NameAnswer = { address: Hex } | 'none' | 'off-chain'

export interface Chain {
  chainId: number
  names: NameSpace | null
  /**
   * ERC-1271, before deployment by ERC-6492, or with a delegation by ERC-8010. Throws `UpstreamError` ('chain') when
   * the node is unreachable: an outage never counts as a bad signature.
   */
  verifyMessage: (
    signed: { address: Hex; message: string; signature: Hex },
    signal: AbortSignal,
  ) => Promise<ContractVerdict>
  findAttestation: (wanted: { contract: Hex; uid: Hex }, signal: AbortSignal) => Promise<OnChain | null>
  resolveName: (name: string, signal: AbortSignal) => Promise<NameAnswer>
}
