import type { TestContext } from 'node:test'
import type { Config } from '../src/config.ts'
import { advanceAttestations } from '../src/attestation/advance-attestations.ts'
import { inspectAttester } from '../src/attestation/inspect-attester.ts'
import { type AttestingWorld, startAttesting } from './attesting.ts'
import { type Answered, type TestApp, type World, ask, startApp } from './harness.ts'

export interface AttestingApp extends TestApp, AttestingWorld {
  publish: (scoreId: string) => Promise<Answered>
  attestation: (scoreId: string) => Promise<Answered>
  /** What the events say so far, the oldest first. */
  events: () => Promise<Record<string, unknown>[]>
  /** One round of what the worker does. */
  advance: () => Promise<void>
}

interface Options {
  environment?: Record<string, string>
  publishWaitMs?: number
  attesting?: Partial<Config['attesting']>
  /** Of anvil. */
  chain?: string[]
  clock?: TestApp['deps']['clock']
  /** The other providers. */
  world?: World
}

/** The whole service without its worker, beside a chain of its own that has the attestation contracts. */
export async function startAttestingApp(t: Pick<TestContext, 'after'>, given: Options = {}): Promise<AttestingApp> {
  const world = await startAttesting(t, { options: given.chain ?? [] })
  const { publishWaitMs = 10_000, clock, world: others } = given
  const environment = { ...world.environment, ...given.environment }
  const attesting = { ...timings, ...given.attesting }
  const started = await startApp(t, {
    environment: { ...others?.environment, ...environment },
    config: { publishWaitMs, attesting },
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
const timings = { resendMs: 10_000, bumpMs: 60_000, finalBlocks: 64, mostFeePerGas: 500n * 10n ** 9n, inFlight: 16 }

/** Has the schema registered, so that what follows is about attestations alone. */
export async function register({ deps, chain, attester, advance }: AttestingApp): Promise<void> {
  await inspectAttester(deps, never)
  while ((await chain.getTransactionCount({ address: attester })) === 0) await advance()
  while (deps.attester?.inspected().state !== 'ok') await inspectAttester(deps, never)
}
