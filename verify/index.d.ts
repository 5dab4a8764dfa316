/** One thing that was checked. */
export interface Check {
  /** The name of the check, such as `attestation`, `digest` or `band`. */
  name: string
  /** `proof`: the check relies on no one; `trust`: `text` names what it relies on. */
  kind: 'proof' | 'trust'
  outcome: 'ok' | 'failed' | 'skipped'
  text: string
}

/** The result of a verification. */
export interface Verification {
  scoreId: string
  /** No check failed, and the chain has the attestation. */
  verified: boolean
  checks: Check[]
}

export interface VerifyOptions {
  /** The address of an Ethereum node (JSON-RPC). Without it, a public node of Base or Base Sepolia. */
  rpc?: string
  /** Accept only attestations and receipts of these addresses. Without it, a check of kind `trust` names the attester. */
  attesters?: string[]
  /** Accept only attestations at this contract. */
  contract?: string
  /** Ends the requests. They end after 30 seconds in any case. */
  signal?: AbortSignal
  /** Makes the requests; `globalThis.fetch` by default. */
  fetch?: typeof fetch
}

/**
 * Fetches a score from the deployment that `url` names, and checks the record against its attestation, read from a node, and
 * against its receipt; it recomputes everything that the record alone allows. Throws if there is no score, or no answer.
 *
 * @param url the address of a score's page or API resource: `https://…/score/<id>` or `https://…/v1/score/<id>`
 */
export function verifyScore(url: string, options?: VerifyOptions): Promise<Verification>
