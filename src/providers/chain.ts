import type { OnChain } from './eas.ts'

/** What the chain says of a signature by a contract wallet; `block` is the newest that the node had when it was asked. */
export type ContractVerdict = { verdict: 'ok'; block: bigint } | { verdict: 'bad' }

export interface Chain {
  chainId: number
  /**
   * Asks a contract wallet (ERC-1271, ERC-6492 also before its deployment, ERC-7702) whether it signed `message` (EIP-191).
   * Throws `UpstreamError` ('chain') when the node can't be asked: an outage is never a bad signature.
   */
  verifyMessage: (
    signed: { address: `0x${string}`; message: string; signature: `0x${string}` },
    signal: AbortSignal,
  ) => Promise<ContractVerdict>
  /** An attestation at a contract (EAS); null: it has none with this id. Throws `UpstreamError` ('chain'). */
  findAttestation: (
    wanted: { contract: `0x${string}`; uid: `0x${string}` },
    signal: AbortSignal,
  ) => Promise<OnChain | null>
}
