import type { Hex } from 'viem'
import type { Verification, VerifyOptions } from '../index.d.ts'
import type { ReceiptPlace } from '../../contract/verification/receipt.ts'
import type { Check } from '../../contract/verification/check.ts'
import { checkRecord, isVerified } from '../../contract/verification/check-record.ts'
import type { Recorded } from '../../contract/verification/recompute-sum.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { fetchRecord } from './fetch-record.ts'
import { readChain } from './read-chain.ts'
import { weights } from './weights.ts'

// Everything here runs in browsers and on edge runtimes: it uses nothing but Web APIs.

/** The checks that the small verifier leaves out or makes otherwise. */
interface Parts {
  recompute: (recorded: Recorded) => Check[]
  checkReceipt: (
    score: ScoreResult,
    receipt: { signature: Hex; place: ReceiptPlace; signer: Hex },
  ) => Check | Promise<Check>
}

/** Fetches a score and what was published about it, and checks it. */
export async function verify(
  url: string,
  options: VerifyOptions,
  { recompute, checkReceipt }: Parts,
): Promise<Verification> {
  const { fetch = globalThis.fetch, attesters = [], contract = null } = options
  const deadline = AbortSignal.timeout(30_000)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const pinned = { attesters: attesters.map(toAddress), contract: contract === null ? null : toAddress(contract) }
  const { score, place, receipt } = await fetchRecord(url, { fetch, signal })
  const onChain = place && (await readChain(place, { fetch, signal, rpc: options.rpc }))
  const now = Math.floor(Date.now() / 1000)
  const recomputed = recompute({ score, weights: weights[score.promptVersion] ?? null })
  const checks = checkRecord({ score, place, onChain, pinned, image: null, now }, recomputed)
  const signer = receipt && chooseSigner(receipt.signer, pinned.attesters)
  if (signer) checks.push(await checkReceipt(score, { ...receipt, signer }))
  return { scoreId: score.id, verified: isVerified(checks), checks }
}

function toAddress(text: string): Hex {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) throw new TypeError(`${text} is not an address`)
  return text as Hex
}

/** The signer that the receipt must have: the one that it names, if it is among the expected ones. */
const chooseSigner = (named: Hex, expected: Hex[]): Hex =>
  expected.find((one) => one.toLowerCase() === named.toLowerCase()) ?? expected[0] ?? named
