import type { TestContext } from 'node:test'
import type { Config } from '../src/config.ts'
import { advanceAttestations } from '../src/attestation/publishing/advance-attestations.ts'
import { inspectAttester } from '../src/attestation/publishing/inspect-attester.ts'
import { type AttestingWorld, startAttesting } from './attesting.ts'
import { type TestResponse, type TestApp, type World, ask, startApp } from './harness.ts'
import { until } from './until.ts'

export interface AttestingApp extends TestApp, AttestingWorld {
  publish: (scoreId: string) => Promise<TestResponse>
  attestation: (scoreId: string) => Promise<TestResponse>
  /** The data of the events so far, the oldest first. */
  events: () => Promise<Record<string, unknown>[]>
  /** One round of what the worker does. */
  advance: () => Promise<void>
}

interface Options {
  environment?: Record<string, string>
  publishWaitMs?: number
  attesting?: Partial<Config['attesting']>
  providerTimeoutMs?: number
  /** Of anvil. */
  chain?: string[]
  clock?: TestApp['deps']['clock']
  /** Stands between the service and the chain. */
  proxy?: (target: string) => Promise<string>
  /** The other providers. */
  world?: World
}

/** The whole service without its worker, beside a chain of its own that has the attestation contracts. */
export async function startAttestingApp(t: Pick<TestContext, 'after'>, given: Options = {}): Promise<AttestingApp> {
  const world = await startAttesting(t, { options: given.chain ?? [], proxy: given.proxy })
  const { publishWaitMs = 10_000, providerTimeoutMs, clock, world: others } = given
  const environment = { ...world.environment, ...given.environment }
  const attesting = { ...timings, ...given.attesting }
  const started = await startApp(t, {
    environment: { ...others?.environment, ...environment },
    config: { publishWaitMs, attesting, ...(providerTimeoutMs && { providerTimeoutMs }) },
    ...(others && { world: others }),
    ...(clock && { clock }),
  })
  const { app, deps } = started
  return {
    ...world,
    ...started,
    environment,
    publish: (scoreId) => ask(app, { method: 'POST', url: `/v1/score/${scoreId}/publish` }),
    attestation: (scoreId) => ask(app, { url: `/v1/score/${scoreId}/attestation` }),
    events: async () => {
      const rows = await deps.db
        .selectFrom('outbox')
        .select('body')
        .where('event', '=', 'attestation.published')
        .orderBy('created_at')
        .execute()
      return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data)
    },
    advance: () => advanceAttestations(deps, never),
  }
}

const never = new AbortController().signal
export const timings = {
  resendMs: 10_000,
  bumpMs: 60_000,
  finalBlocks: 64,
  feePerGasCap: 500n * 10n ** 9n,
  inFlight: 16,
}

/** Registers the schema, so that the test that follows sees attestations only. */
export async function register({ deps, chain, attester, advance }: AttestingApp): Promise<void> {
  await inspectAttester(deps, never)
  await until(async () => {
    await advance()
    return (await chain.getTransactionCount({ address: attester })) > 0
  })
  await until(async () => {
    await inspectAttester(deps, never)
    return deps.attester?.inspected().state === 'ok'
  })
}
