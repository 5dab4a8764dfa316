import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'

type Watched = Pick<ProviderGuard, 'name' | 'state' | 'running' | 'waiting' | 'latencyMs' | 'run' | 'probe'>

/** Open when fewer than the quorum can be called. */
export function combineGuards(
  name: string,
  { guards: [first, ...others], quorum }: { guards: [ProviderGuard, ...ProviderGuard[]]; quorum: number },
): Watched {
  const all = [first, ...others]
  const sum = (count: (guard: ProviderGuard) => number) => all.reduce((total, guard) => total + count(guard), 0)
  const countBy = (states: string[]) => all.filter((guard) => states.includes(guard.state())).length
  return {
    name,
    run: first.run,
    state: () => {
      if (countBy(['closed', 'limited']) >= quorum) return 'closed'
      return countBy(['closed', 'limited', 'half-open']) >= quorum ? 'half-open' : 'open'
    },
    running: () => sum((guard) => guard.running()),
    waiting: () => sum((guard) => guard.waiting()),
    latencyMs: first.latencyMs,
    probe: null,
  }
}
