import type { Sent } from '../providers/attester.ts'
import type { AttestDeps } from './attest-deps.ts'
import { listUnsent, updateSentAt } from './lane-store.ts'

type Hex = `0x${string}`

/** Sends what is signed and in no block, lowest nonce first. The same bytes may go out from anywhere, as often as one likes. */
export async function broadcast(deps: AttestDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, config, attester } = deps
  const before = new Date(clock.now().getTime() - config.attesting.resendMs)
  const poor = new Set<Hex>()
  for (const { hash, raw, signer } of await listUnsent(db, attester.chainId, before)) {
    if (poor.has(signer)) continue
    const sent = await attester.send(raw, signal)
    const error = sent.outcome === 'taken' ? null : `${sent.outcome}: ${sent.detail}`
    await updateSentAt(db, hash, { at: clock.now(), error })
    tell(deps, hash, sent)
    if (sent.outcome === 'no funds') poor.add(signer)
  }
}

/** "Nonce used" is what is said of one that landed meanwhile; settling finds out whose it was. */
function tell({ metrics, log }: AttestDeps, txHash: Hex, { outcome, detail }: Sent): void {
  metrics.sends.inc({ queue: 'attestations', target: 'chain', outcome })
  if (outcome === 'no funds' || outcome === 'refused') log.error({ txHash, outcome, detail }, 'a node refuses')
  else if (outcome === 'underpriced' || outcome === 'gap') log.warn({ txHash, outcome, detail }, 'a node refuses')
}
