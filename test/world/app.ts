import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { type Goplus, type GoplusWorld, startGoplus } from '../../dev/stand-ins/goplus.ts'
import { type HostFault, type ImageHost, startImageHost } from '../../dev/stand-ins/image-host.ts'
import type { StandIn } from '../../dev/stand-ins/json-server.ts'
import { type ModelScript, type ModelServer, startModelServer } from '../../dev/stand-ins/model.ts'
import { type TxlistWorld, startTxlist } from '../../dev/stand-ins/txlist.ts'
import { buildApp } from '../../src/main/routes.ts'
import { type Config, parseConfig } from '../../src/config.ts'
import type { NotificationListener } from '../../src/database/listener.ts'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import type { Clock } from '../../src/platform/time.ts'
import type { Environment } from '../../src/platform/env.ts'
import type { App } from '../../src/platform/http/app.ts'
import { closeAfter } from './waiting.ts'
import { freshAddress } from './fresh-address.ts'
import { memoryLog } from './deps.ts'
import { sharedTestDb } from './database.ts'
import { verdict } from './model.ts'

export const imageBytes = readFileSync(new URL('../../dev/images/left-sock.png', import.meta.url))

export interface WorldOptions {
  model?: Partial<ModelScript>
  txlist?: Partial<TxlistWorld>
  goplus?: Partial<GoplusWorld>
  images?: Record<string, Buffer>
  imageFaults?: Record<string, HostFault>
}

/** The outside world on real sockets, gone after the test. */
export interface World {
  model: ModelServer
  txlist: StandIn
  goplus: Goplus
  images: ImageHost
  /** The environment that points a service at this world. */
  environment: Environment
}

export async function startWorld(t: Pick<TestContext, 'after'>, options: WorldOptions = {}): Promise<World> {
  const [model, txlist, goplus, images] = await Promise.all([
    startModelServer({ judge: (request) => verdict(request), ...options.model }),
    startTxlist({ wallets: {}, ...options.txlist }),
    startGoplus({ ...options.goplus }),
    startImageHost({ images: { '/a.png': imageBytes, ...options.images }, faults: options.imageFaults ?? {} }),
  ])
  closeAfter(t, () => Promise.all([model, txlist, goplus, images].map(({ close }) => close())))
  const environment = {
    MODEL_PROVIDER: 'openai',
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'test-model',
    MODEL_API_KEY: 'canary-model-key',
    MODEL_SAMPLES: '1',
    CREATOR_DATA_URL: txlist.url,
    CREATOR_DATA_KEY: 'canary-creator-key',
    TOKEN_RISK_URL: goplus.url,
    OUTBOUND_ALLOW: `127.0.0.1:${images.port}`,
  }
  return { model, txlist, goplus, images, environment }
}

export interface TestApp {
  app: App
  deps: Deps
  /** All that was logged so far. */
  logged: () => string
  /** A good submission; `over` replaces or adds fields. */
  submission: (over?: object) => Record<string, unknown>
  /** Posts a submission and answers the parsed answer. */
  score: (over?: object, headers?: Record<string, string>, remoteAddress?: string) => Promise<TestResponse>
}

export interface TestResponse {
  status: number
  body: any // oxlint-disable-line typescript/no-explicit-any -- what the wire brought, judged by the asserts
  headers: Record<string, unknown>
}

export interface AppOptions {
  world?: World
  environment?: Environment
  config?: Partial<Config>
  clock?: Clock
  /** Another clock for whatever only grows older, in milliseconds: limits, what is remembered. */
  elapsedMs?: () => number
  /** Other signals and prompt versions than the released ones. */
  given?: Partial<Pick<Deps, 'signals' | 'versions'>>
  /** Tells of changes by other replicas; none unless given, so that nothing cached counts as current. */
  listener?: NotificationListener
}

/** The whole service on the run's database, emptied, without a socket of its own. */
export async function startApp(t: Pick<TestContext, 'after'>, options: AppOptions = {}): Promise<TestApp> {
  const { db, reads } = await sharedTestDb()
  return startReplica(t, { db, reads }, options)
}

/** A busy machine is no outage: what the service waits for has more time than in production. */
const patience: Partial<Config> = {
  healthTimeoutMs: 60_000,
  scoreDeadlineMs: 75_000,
  samplingDeadlineMs: 60_000,
  modelTimeoutMs: 60_000,
  providerTimeoutMs: 30_000,
  signatureDeadlineMs: 45_000,
}

/** One more replica of the service on a database. */
export async function startReplica(
  t: Pick<TestContext, 'after'>,
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  options: AppOptions,
): Promise<TestApp> {
  const { world, environment = world?.environment ?? {}, clock, elapsedMs, listener, given } = options
  const { log, logged } = memoryLog()
  const config = { ...parseConfig(environment), ...patience, ...options.config }
  const database = { db, reads, migrations: db, close: () => Promise.resolve(), ...(listener && { listener }) }
  const { deps, close } = await openDeps(config, {
    ...given,
    database,
    log,
    ...(clock && { clock }),
    ...(elapsedMs && { elapsedMs }),
  })
  const app = await buildApp(deps)
  closeAfter(t, () => app.close().then(close))
  const submission = (over: object = {}) => ({ ...goodSubmission(world), ...over })
  const score = (over: object = {}, headers: Record<string, string> = {}, remoteAddress = freshAddress()) =>
    ask(app, { method: 'POST', url: '/v1/score', payload: submission(over), headers, remoteAddress })
  return { app, deps, logged, submission, score }
}

/** One request, its answer parsed. It comes from an address of its own unless it names one: no two spend from one limit. */
export async function ask(app: App, request: InjectOptions): Promise<TestResponse> {
  const response = await app.inject({ remoteAddress: freshAddress(), ...request })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: isJson && response.body ? response.json() : response.body,
    headers: response.headers,
  }
}

export const goodSubmission = (world?: World) => ({
  name: 'Left Sock',
  symbol: 'SOCK',
  description: 'Every washing machine takes one. This is the token of the other.',
  imageUrl: `${world?.images.url ?? 'https://pictures.example'}/a.png`,
  xHandle: '@leftsock',
  creatorAddress: '0xa11ce00000000000000000000000000000000001',
})
