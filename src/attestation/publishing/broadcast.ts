import type { Configured, Deps } from '../../deps.ts'
import type { Hex } from 'viem'
import type { Sent } from '../../providers/chain/attester.ts'
import { listUnsent, updateSentAt } from './nonce-store.ts'

/** Sends signed transactions that are in no block, lowest nonce first. Sending the same bytes twice is harmless. */
export async function broadcast(deps: Configured<'attester'>, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const before = new Date(clock.now().getTime() - config.attesting.resendMs)
  const withoutFunds = new Set<Hex>()
  for (const { hash, raw, signer } of await listUnsent(db, attester.chainId, before)) {
    if (withoutFunds.has(signer)) continue
    const sent = await attester.send(raw, signal)
    const error = sent.outcome === 'taken' ? null : `${sent.outcome}: ${sent.detail}`
    await updateSentAt(db, hash, { at: clock.now(), error })
    report(deps, hash, sent)
    if (sent.outcome === 'no funds') withoutFunds.add(signer)
  }
}

/** `nonce used` is no failure: `settle` finds out whether the included transaction is ours. */
function report({ metrics, log }: Deps, txHash: Hex, { outcome, detail }: Sent): void {
  metrics.sends.inc({ queue: 'attestations', target: 'chain', outcome })
  const line = { txHash, outcome, detail }
  if (outcome === 'no funds' || outcome === 'refused') log.error(line, 'the node rejected a transaction')
  else if (outcome === 'underpriced' || outcome === 'gap') log.warn(line, 'the node rejected a transaction')
}
