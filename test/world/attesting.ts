import type { TestContext } from 'node:test'
import { type Hex, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '../../dev/stand-ins/anvil.ts'
import { type LocalChain, deployEas, openLocalChain } from '../../dev/stand-ins/eas.ts'
import { decodeClaim } from '../../contract/verification/claim.ts'
import { easAbi } from '../../src/providers/chain/eas.ts'
import { type OnChain, decodeAttestation, encodeGetAttestation } from '../../contract/eas-reads.ts'
import type { Config } from '../../src/config.ts'
import { advanceAttestations } from '../../src/attestation/advance-attestations.ts'
import { inspectAttester } from '../../src/attestation/inspect-attester.ts'
import { type TestResponse, type TestApp, type World, ask, startApp, startWorld } from './app.ts'
import { never, until } from './waiting.ts'
import assert from 'node:assert/strict'

export const chainId = 31337

export interface AttestingWorld {
  url: string
  chain: LocalChain
  contract: Hex
  attester: Hex
  key: Hex
  /** The environment that points a service at this chain. */
  environment: Record<string, string>
}

/** A chain of one's own with the attestation contracts and an attester with money, gone after the test. */
export async function startAttesting(
  t: Pick<TestContext, 'after'>,
  { options = [], proxy }: { options?: string[]; proxy?: ((target: string) => Promise<string>) | undefined } = {},
): Promise<AttestingWorld> {
  const anvil = await startAnvil(['--chain-id', String(chainId), ...options])
  t.after(anvil.stop)
  const chain = openLocalChain(anvil.url, chainId)
  const { contract } = await deployEas(chain)
  const key = generatePrivateKey()
  const attester = privateKeyToAccount(key).address
  await chain.setBalance({ address: attester, value: 10n ** 19n })
  const environment = {
    CHAIN_ID: String(chainId),
    CHAIN_RPC_URL: proxy ? await proxy(anvil.url) : anvil.url,
    ATTESTATION_CONTRACT: contract,
    ATTESTER_KEY: key,
  }
  return { url: anvil.url, chain, contract, attester, key, environment }
}

/** Every attestation on the canonical chain, with its claim. */
export async function attestationsOn({ chain, contract }: Pick<AttestingWorld, 'chain' | 'contract'>) {
  const logs = await chain.getLogs({ address: contract, fromBlock: 0n })
  const events = parseEventLogs({ abi: easAbi, eventName: 'Attested', logs })
  const found = await Promise.all(events.map(({ args }) => attestationOn({ chain, contract }, args.uid)))
  return found.flatMap((one) => (one ? [{ ...one, claim: decodeClaim(one.data) }] : []))
}

/** An attestation as the contract has it; null: it has none with this id. */
export async function attestationOn(
  { chain, contract }: Pick<AttestingWorld, 'chain' | 'contract'>,
  uid: Hex,
): Promise<OnChain | null> {
  const { data = '0x' } = await chain.call({ to: contract, data: encodeGetAttestation(uid) })
  return decodeAttestation(data)
}

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

/** Of anvil: the tag `finalized` is four blocks behind the head. */
export const finalAfterFour = ['--slots-in-an-epoch', '2']

export const timings = {
  resendMs: 10_000,
  bumpMs: 60_000,
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

/** A listening service with one published score: its response, its page, and the URLs of the service and of its node. */
export async function startPublished(t: TestContext) {
  const started = await startAttestingApp(t, { world: await startWorld(t) })
  await register(started)
  const { body: score } = await started.score()
  assert.equal((await started.publish(score.id)).status, 201)
  const service = await started.app.listen({ host: '127.0.0.1', port: 0 })
  const id = score.id as string
  return { ...started, score, id, service, page: `${service}/score/${id}`, rpc: started.url }
}
