import { getAttesterStatus } from './attester-status.ts'
import type { Deps } from '../deps.ts'
import { observe } from '../platform/metrics.ts'
import type { Release } from '../platform/package-version.ts'
import { readRelease } from '../platform/release/read-release.ts'

export function observeState(deps: Deps): void {
  observeRelease(deps)
  observeGuards(deps)
  observeAttester(deps)
  observeLimits(deps)
}

function observeRelease({ metrics }: Deps): void {
  let release: Promise<Release> | undefined
  observe(metrics, {
    name: 'launchscore_build_info',
    help: 'The version and the commit that run; always 1',
    labelNames: ['version', 'commit'],
    collect: async (set) => {
      const { version, commit } = await (release ??= readRelease())
      set({ version, commit: commit ?? 'unknown' }, 1)
    },
  })
}

function observeGuards({ metrics, ...deps }: Deps): void {
  const guards = [...deps.guards, ...deps.jobGuards]
  observe(metrics, {
    name: 'launchscore_breaker_state',
    help: 'State of a provider’s circuit breaker: 0 closed or limited, 1 half-open, 2 open',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, stateNumbers[guard.state()])),
  })
  observe(metrics, {
    name: 'launchscore_provider_queue_depth',
    help: 'Calls that wait in a provider’s queue',
    labelNames: ['provider'],
    collect: (set) => guards.forEach((guard) => set({ provider: guard.name }, guard.waiting())),
  })
}

const stateNumbers = { closed: 0, limited: 0, 'half-open': 1, open: 2 }

function observeAttester(deps: Deps): void {
  const { metrics, attester } = deps
  if (!attester) return
  observe(metrics, {
    name: 'launchscore_attester_balance_wei',
    help: 'Balance of the attester at the last inspection; missing while it is unknown',
    labelNames: [],
    collect: (set) => {
      const balance = getAttesterStatus(deps)?.balanceWei ?? null
      if (balance !== null) set({}, Number(balance))
    },
  })
  observe(metrics, {
    name: 'launchscore_attester_state',
    help: '1 for the state that /ready reports of the attester',
    labelNames: ['state'],
    collect: (set) => set({ state: getAttesterStatus(deps)?.state ?? 'unchecked' }, 1),
  })
}

function observeLimits({ metrics, config, attester }: Deps): void {
  const { modelDailyBudgetTokens: budget, chainDailyGas } = config
  if (budget !== null)
    observe(metrics, {
      name: 'launchscore_model_budget_tokens',
      help: 'Tokens that all replicas may use in a UTC day (MODEL_DAILY_BUDGET_TOKENS)',
      labelNames: [],
      collect: (set) => set({}, budget),
    })
  if (attester)
    observe(metrics, {
      name: 'launchscore_attestation_gas_limit',
      help: 'Gas that attestations of all replicas may use in a UTC day (CHAIN_DAILY_GAS)',
      labelNames: [],
      collect: (set) => set({}, chainDailyGas),
    })
}
