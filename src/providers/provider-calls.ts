import { UpstreamError, UpstreamErrorOfRequest } from '../platform/errors.ts'
import type { PaceLimit } from '../platform/queues/call-turns.ts'

interface Account {
  url: string
  key: string | null
  perMinute: number | null
}

/** Paces that keep most accounts below their plan's rate; null: unknown. */
export type HostPlans = Record<string, (key: string | null) => PaceLimit | null>

/** A fifth below the given calls per second. */
export const below = (perSecond: number): PaceLimit => ({ spacingMs: 0, ...evenly(0.8 * perSecond * 60) })

/** Allows bursts of a second, because plans count by the second. */
function evenly(perMinute: number) {
  const calls = Math.max(1, Math.floor(perMinute / 60))
  return { calls, windowMs: (calls * 60_000) / perMinute }
}

/** null: the plan is unknown, and refusals teach the pace. */
export function findPlanPace({ url, key, perMinute }: Account, plans: HostPlans = {}): PaceLimit | null {
  if (perMinute !== null) return { spacingMs: 0, ...evenly(perMinute) }
  return plans[new URL(url).hostname]?.(key) ?? null
}

/** The part of a plan that one of several processes may use. */
export function takeShare(plan: PaceLimit | null, share: number): PaceLimit | null {
  if (plan === null) return null
  const calls = Math.max(1, Math.floor(plan.calls * share))
  return { spacingMs: plan.spacingMs / share, calls, windowMs: (plan.windowMs * calls) / (plan.calls * share) }
}

/** The last 20 bytes of keccak-256('launchscore probe'). Nobody has the key, so its history stays short. */
export const probeWallet = '0x84f970a0d41573cdfa63d3d40d4116785af5bd1e'

/** The wrapped native coin of each chain, which every provider knows. */
const wrappedCoins: Record<number, string | undefined> = {
  1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  10: '0x4200000000000000000000000000000000000006',
  56: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  130: '0x4200000000000000000000000000000000000006',
  137: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  8453: '0x4200000000000000000000000000000000000006',
  42161: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  43114: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
}

/** null: none is known on this chain. */
export const findProbeToken = (chainId: number): string | null => wrappedCoins[chainId] ?? null

export class BlamedAddress extends UpstreamErrorOfRequest {}

/**
 * Asks again when the provider blames the address. If it blames it twice but accepts one of ours, `BlamedAddress` is
 * thrown (D102); otherwise the fault is the provider's.
 */
export async function confirmBlame<T>(ask: () => Promise<T>, askOwn: () => Promise<unknown>): Promise<T> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof BlamedAddress)) throw error
      if (isRepeated) throw await toConfirmed(error, askOwn)
    }
  }
}

async function toConfirmed(error: BlamedAddress, askOwn: () => Promise<unknown>): Promise<UpstreamError> {
  try {
    await askOwn()
    return error
  } catch {
    return new UpstreamError(error.provider, error.fault, error.message, error.retryAfterMs)
  }
}
