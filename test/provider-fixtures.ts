import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics } from '../src/platform/metrics.ts'
import { createProviderGuard } from '../src/platform/resilience/provider-guard.ts'

/** A recorded body of a provider, by folder and name: `etherscan/txlist-normal`. */
export const providerBody = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/providers', `${name}.json`), 'utf8'))

/** An input from a public bug report, by its name. */
export const reportedCase = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/reports/chain', `${name}.json`), 'utf8'))

/** The moment that the recorded bodies speak of. */
export const frozenNow = new Date('2026-11-21T00:00:00.000Z')
export const frozenClock = { now: () => frozenNow }

const speed = 50
/** Lets the waits between calls pass 50 times as fast. */
export const fastTimer = {
  nowMs: () => performance.now() * speed,
  sleep: (ms: number, signal: AbortSignal) => sleep(ms / speed, undefined, { signal }),
}

/** A real guard that doesn't retry unless told to. */
export const guardFor = (name: 'creator' | 'risk' | 'chain' | 'market', retries = 0) =>
  createProviderGuard({
    name,
    concurrency: 8,
    queue: 32,
    retries,
    retryBaseMs: 1,
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    timer: fastTimer,
  })
