import { AsyncLocalStorage } from 'node:async_hooks'
import type { OutgoingHttpHeaders } from 'node:http'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { createProcessCounts } from '../activity/roll-up.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../keys/authenticate.ts'
import { collectWhenIdle } from '../platform/cli/process.ts'
import { type StorageFault, toStorageFault } from '../platform/database-fault.ts'
import type { App } from '../platform/http/app.ts'
import { eventStreamType } from '../platform/http/event-stream.ts'
import { buildHttp } from '../platform/http/http.ts'
import { runForCaller } from '../platform/http/responses.ts'
import { ErrorBody } from '../platform/http/schema.ts'
import { startJobs } from '../platform/jobs.ts'
import type { Limit, Verdict } from '../platform/limiter.ts'
import { openCalls, type RunningCall } from '../platform/process-calls.ts'
import { type Client, runAsJob, runForClient } from '../platform/request-client.ts'
import { ImageRefused } from '../providers/images/images.ts'
import { addScorerRoutes, scoringRoutes } from '../scoring/routes.ts'
import { openDeps } from './open-deps.ts'

// The scorer: the process in which the service makes scores. The service starts it, and it ends with their channel.

export type ScorerFunctions = typeof functions

/** The functions of the service that the scorer calls: the service keeps the limits of all routes. */
export type ServiceFunctions = {
  consumeLimits: (given: { limits: readonly Limit[]; cost: number }) => Verdict | Promise<Verdict>
  noteLimited: (given: { caller: { ip: string; prefix: string | null }; policy: string }) => void
  noteGuards: (states: GuardState[]) => void
}

/** A request that the service has authenticated, limited and parsed. */
export interface PassedRequest {
  url: string
  headers: Record<string, string>
  body: string | undefined
  ip: string
  caller: Caller
  /** The strictest limits so far. */
  limitHeaders: Record<string, string>
}

/** The first part of a result. The texts of events follow one without a body. */
export interface PassedResponse {
  status: number
  headers: OutgoingHttpHeaders
  body?: string
  /** Why nothing could be stored. */
  storageFault: StorageFault | null
}

export type GuardState = ReturnType<typeof listGuards>[number]

interface Opened {
  deps: Deps
  app: App
  close: () => Promise<void>
}

const { promise: opened, resolve: open } = Promise.withResolvers<Opened>()

const functions = {
  /** Comes first. */
  open: async (config: Config) => open(await openScoring(config)),
  respond: async (request: PassedRequest, call: RunningCall) => respond(await opened, request, call),
  decode: async ({ bytes, client }: { bytes: Buffer; client: Client | undefined }, { signal }: RunningCall) => {
    const { images } = (await opened).deps
    const decode = () => images.decode(bytes, signal)
    return (client ? runForClient(client, decode) : runAsJob(decode)).catch((error: unknown) => {
      if (error instanceof ImageRefused) return { refusal: error.message }
      throw error
    })
  },
  readMetrics: async () => (await opened).deps.metrics.registry.getMetricsAsJSON(),
  /** Comes last. */
  close: async () => (await opened).close(),
}

const service = openCalls<ServiceFunctions>(process, functions)
process.on('disconnect', () => process.exit()) // the service has ended
// Terminals and systemd signal every process; the service ends this one after its last score.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

/** The service's share is the rest: its jobs and pages call the same providers. */
const planShare = 3 / 4
/** A third of the weight of the service and its database: reads come first, and scores still end on a busy machine. */
const niceness = 5
/** The states of guards change with the time too. */
const reportEveryMs = 1000

async function openScoring(config: Config): Promise<Opened> {
  const { deps: own, close } = await openDeps({ ...config, redisUrl: null }, { planShare })
  const deps: Deps = {
    ...own,
    limiter: { ...own.limiter, consume: (limits, cost = 1) => service.call('consumeLimits', { limits, cost }) },
    limitedCallers: {
      ...own.limitedCallers,
      note: (caller, policy) => void service.call('noteLimited', { caller, policy }),
    },
  }
  const app = buildHttp({ ...deps, schemas: [ErrorBody, ...scoringRoutes.schemas], trustProxy: [], isRecording: false })
  app.addHook('onError', (_request, _reply, error, done) => {
    getPassed().storageFault ??= toStorageFault(error)
    done()
  })
  await addScorerRoutes(app, deps, (request, reply) => {
    const { caller, limitHeaders } = getPassed().request
    request.caller = caller
    request.limits = []
    reply.headers(limitHeaders)
  })
  await app.ready()
  const jobs = startJobs([{ name: 'record-process-counts', everySeconds: 15, run: createProcessCounts(deps) }], deps)
  setInterval(() => reportGuards(deps), reportEveryMs)
  collectWhenIdle()
  return { deps, app, close: () => app.close().then(jobs.stop).then(close) }
}

interface Passed {
  request: PassedRequest
  storageFault: StorageFault | null
}

// Asynchronous context, because an injected request has no other tie to the call.
const passed = new AsyncLocalStorage<Passed>()

function getPassed(): Passed {
  const current = passed.getStore()
  if (!current) throw new Error('the scorer takes requests from the service alone')
  return current
}

async function respond({ app, deps }: Opened, request: PassedRequest, { signal, sendPart }: RunningCall) {
  const { ip, body, url, headers } = request
  const current: Passed = { request, storageFault: null }
  const injection = { url, headers, remoteAddress: ip, ...(body !== undefined && { payload: body }) }
  const response = await passed.run(current, () =>
    // Awaited inside: an injected request starts only when awaited.
    runForCaller(signal, async () => await app.inject({ ...injection, method: 'POST', payloadAsStream: true })),
  )
  const stream = response.stream().setEncoding('utf8')
  const isEventStream = String(response.headers['content-type']).startsWith(eventStreamType)
  const whole = isEventStream ? {} : { body: await text(stream) }
  setPriority(niceness) // only now, because the first score waits for all that it loads
  reportGuards(deps) // first, so that /ready never lags behind the response
  const { statusCode: status, headers: responseHeaders } = response
  sendPart({ status, headers: responseHeaders, storageFault: current.storageFault, ...whole } satisfies PassedResponse)
  if (isEventStream) for await (const events of stream) sendPart(events)
}

const listGuards = ({ guards, jobGuards }: Deps) =>
  [...guards, ...jobGuards].map((guard) => ({
    name: guard.name,
    state: guard.state(),
    waiting: guard.waiting(),
    latencyMs: guard.latencyMs(),
  }))

const reportGuards = (deps: Deps) => void service.call('noteGuards', listGuards(deps))
