import type { Hex } from 'viem'
import type { OnChain } from './eas.ts'

/** The chain's verdict on a contract wallet's signature; `block` is the newest block of the node at the time. */
export type ContractVerdict = { verdict: 'ok'; block: bigint } | { verdict: 'bad' }

export interface Chain {
  chainId: number
  /**
   * Asks a contract wallet (ERC-1271, ERC-6492 also before its deployment, ERC-7702) whether it signed `message` (EIP-191).
   * Throws `UpstreamError` ('chain') when the node is unreachable: an outage never counts as a bad signature.
   */
  verifyMessage: (
    signed: { address: Hex; message: string; signature: Hex },
    signal: AbortSignal,
  ) => Promise<ContractVerdict>
  /** Reads an attestation from a contract (EAS); null: there is none with this id. Throws `UpstreamError` ('chain'). */
  findAttestation: (wanted: { contract: Hex; uid: Hex }, signal: AbortSignal) => Promise<OnChain | null>
}
