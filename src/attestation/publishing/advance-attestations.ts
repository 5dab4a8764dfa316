import type { Configured, Deps } from '../../deps.ts'
import { allocate } from './allocate-nonces.ts'
import { broadcast } from './broadcast.ts'
import { bump } from './bump.ts'
import { noteStuck } from './note-stuck.ts'
import { settle } from './settle.ts'

/**
 * `settle` runs first: it frees room in flight, and a transaction that lost its block is sent again in the same round.
 */
const steps = [settle, allocate, bump, broadcast]

/**
 * Runs one round over all jobs. Safe to call and to abort at any time: each step works from committed rows. If a step
 * fails, the others still run.
 */
export async function advanceAttestations(deps: Deps, signal: AbortSignal): Promise<void> {
  const { attester } = deps
  if (!attester) return
  const startedAt = deps.clock.now()
  const noteStuckSince = (given: Configured<'attester'>) => noteStuck(given, startedAt)
  const faults: unknown[] = []
  for (const step of [...steps, noteStuckSince]) {
    try {
      await step({ ...deps, attester }, signal)
    } catch (error) {
      if (signal.aborted) return
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}
