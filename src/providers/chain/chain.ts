import type { Hex } from 'viem'
import type { OnChain } from '../../../contract/eas-reads.ts'

/**
 * The chain's verdict on a contract wallet's signature; `block` is the newest block of the node at the time. `no contract`:
 * the address has no code, and the signature does not deploy a contract there.
 */
export type ContractVerdict = { verdict: 'ok'; block: bigint } | { verdict: 'bad' } | { verdict: 'no contract' }

/** The names that a chain can resolve. */
export interface NameSpace {
  /** The end of each name: `.base.eth`. */
  suffix: string
}

/** The address (EIP-55) that a name stands for. `off-chain`: only a server that the name's owner chose knows it. */
export type NameAnswer = { address: Hex } | 'none' | 'off-chain'

export interface Chain {
  chainId: number
  /** null: this chain has no names. */
  names: NameSpace | null
  /**
   * Asks a contract wallet (ERC-1271, also before its deployment by ERC-6492 or its delegation by ERC-8010) whether it signed `message` (EIP-191).
   * Throws `UpstreamError` ('chain') when the node is unreachable: an outage never counts as a bad signature.
   */
  verifyMessage: (
    signed: { address: Hex; message: string; signature: Hex },
    signal: AbortSignal,
  ) => Promise<ContractVerdict>
  /** Reads an attestation from a contract (EAS); null: there is none with this id. Throws `UpstreamError` ('chain'). */
  findAttestation: (wanted: { contract: Hex; uid: Hex }, signal: AbortSignal) => Promise<OnChain | null>
  /** Resolves a normalised name (ENSIP-15). Throws `UpstreamError` ('chain'). */
  resolveName: (name: string, signal: AbortSignal) => Promise<NameAnswer>
}
