import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ReportedStorageFault } from '../platform/database-fault.ts'
import { unavailable } from '../platform/errors.ts'
import { toErrorBody } from '../platform/http/error-handler.ts'
import { startDeadline } from '../platform/http/responses.ts'
import type { ReadMetric } from '../platform/metrics.ts'
import { openCalls, type ProcessCalls } from '../platform/process-calls.ts'
import { currentClient } from '../platform/request-client.ts'
import type { ProviderGuard } from '../platform/resilience/provider-guard.ts'
import { openTimeout, untilAborted } from '../platform/resilience/timeouts.ts'
import { traceHeaders } from '../platform/trace.ts'
import { ImageRefused } from '../providers/images/images.ts'
import type { GuardState, PassedRequest, PassedResponse, ScorerFunctions, ServiceFunctions } from './scorer-process.ts'

/**
 * The dependencies of a service whose scores are made in another process, which starts with the first score and ends with
 * `opened`. Without this call, the service makes them itself.
 */
export function openScorer(deps: Deps, opened: (() => Promise<void>)[]): Deps {
  let states = new Map<string, GuardState>()
  const functions: ServiceFunctions = {
    consumeLimits: ({ limits, cost }) => deps.limiter.consume(limits, cost),
    noteLimited: ({ caller, policy }) => deps.limitedCallers.note(caller, policy),
    noteGuards: (noted) => void (states = new Map(noted.map((one) => [one.name, one]))),
  }
  const child = keepProcess(deps, functions, () => states.clear())
  const decode: Deps['images']['decode'] = async (bytes, signal) => {
    const { call } = await untilAborted(signal, child.get)
    const image = await call('decode', { bytes, client: currentClient() }, { signal })
    if ('refusal' in image) throw new ImageRefused(image.refusal)
    return image
  }
  const together = (guard: ProviderGuard) => addState(guard, () => states.get(guard.name))
  opened.push(child.close)
  return {
    ...deps,
    scorer: {
      respond: (request, reply) => passOn(deps, child, request, reply),
      readMetrics: () => readMetrics(child),
    },
    images: { ...deps.images, decode },
    guards: deps.guards.map(together),
    jobGuards: deps.jobGuards.map(together),
  }
}

const severity = ['closed', 'limited', 'half-open', 'open']

/** Jobs and pages call the providers from this process, so each provider has a breaker in both. */
const addState = (guard: ProviderGuard, find: () => GuardState | undefined): ProviderGuard => ({
  ...guard,
  state: () => {
    const [own, other = own] = [guard.state(), find()?.state]
    return severity.indexOf(other) > severity.indexOf(own) ? other : own
  },
  waiting: () => guard.waiting() + (find()?.waiting ?? 0),
  latencyMs: () => find()?.latencyMs ?? guard.latencyMs(),
})

const metricsTimeoutMs = 5000

/** Empty if the scorer doesn't respond: the other metrics don't depend on it. */
async function readMetrics({ ifRunning }: KeptProcess): Promise<ReadMetric[]> {
  using timeout = openTimeout(metricsTimeoutMs)
  return (
    (await ifRunning()
      ?.call('readMetrics', undefined, timeout)
      .catch(() => [])) ?? []
  )
}

interface Running {
  child: ChildProcess
  calls: ProcessCalls<ScorerFunctions>
  ready: Promise<void>
  ended: Promise<void>
}

interface KeptProcess {
  /** Starts the process if it doesn't run. Throws `unavailable` during the pause after repeated failures. */
  get: () => Promise<Running['calls']>
  ifRunning: () => Running['calls'] | undefined
  close: () => Promise<void>
}

/** After a failure the next score starts another process, but after two within a minute only when this is over. */
const pauseMs = 5000
/** The scorer reports every second; one that has been silent for twice this time is ended. */
const silenceMs = 15_000

function keepProcess({ config, log }: Deps, functions: ServiceFunctions, onEnd: () => void): KeptProcess {
  let running: Running | undefined
  let failedAt = -Infinity
  let startsAt = -Infinity

  const noteEnd = ({ fail }: Running['calls'], reason: { status?: number; signal?: string; reason?: string }) => {
    running = undefined
    onEnd()
    const interrupted = fail(createInterruptedError())
    if (reason.status === 0) return
    const now = performance.now()
    if (now - failedAt < 60_000) startsAt = now + pauseMs
    failedAt = now
    log.error({ ...reason, interrupted }, 'the scorer has ended; the next score starts another')
  }
  const start = (): Running => {
    const child = fork(new URL('./scorer-process.ts', import.meta.url), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: listNodeOptions(),
    })
    const silence = watchSilence(() => {
      log.error({ pid: child.pid }, 'the scorer does not respond; ending it')
      child.kill('SIGKILL')
    })
    const noteGuards: ServiceFunctions['noteGuards'] = (states) => {
      silence.interrupt()
      functions.noteGuards(states)
    }
    const calls = openCalls<ScorerFunctions>(child, { ...functions, noteGuards })
    const ready = calls.call('open', config)
    const ended = once(child, 'exit')
      .finally(silence.end)
      .then(
        ([status, signal]) => noteEnd(calls, { status, signal }),
        ({ message }: Error) => noteEnd(calls, { reason: message }),
      )
    ready.then(
      () => {
        silence.begin()
        log.info({ pid: child.pid }, 'the scorer has started')
      },
      ({ message }: Error) => {
        log.error({ reason: message }, 'the scorer could not start')
        child.kill('SIGKILL')
      },
    )
    return { child, calls, ready, ended }
  }
  return {
    get: async () => {
      const waitMs = startsAt - performance.now()
      if (!running && waitMs > 0)
        throw unavailable('Scoring has failed repeatedly and starts again soon. Try again later.', waitMs / 1000)
      running ??= start()
      await running.ready
      return running.calls
    },
    ifRunning: () => running?.calls,
    close: async () => {
      if (!running) return
      const { child, calls, ended } = running
      await calls.call('close', undefined).catch(() => {}) // it has ended meanwhile
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Two intervals, because a service that was stopped itself runs a timer before it reads the reports of that time. */
function watchSilence(onSilence: () => void) {
  let timer: NodeJS.Timeout | undefined
  let intervals = 0
  const begin = () => {
    timer = setInterval(() => {
      intervals += 1
      if (intervals === 2) onSilence()
    }, silenceMs).unref()
  }
  return { begin, interrupt: () => void (intervals = 0), end: () => clearInterval(timer) }
}

/** A debugger is attached to one process only. */
const listNodeOptions = () => process.execArgv.filter((option) => !option.startsWith('--inspect'))

/** A score may have been stored just before the end: an Idempotency-Key finds out. */
const createInterruptedError = () =>
  unavailable(
    'Scoring was interrupted by a failure of the service. Send the request again, with its Idempotency-Key if it had one.',
    1,
  )

/** For a scorer that doesn't respond; it keeps the deadline of a score itself. */
const graceMs = 5000

async function passOn({ config }: Deps, { get }: KeptProcess, request: FastifyRequest, reply: FastifyReply) {
  const signal = startDeadline(reply, config.scoreDeadlineMs + graceMs)
  const { call } = await untilAborted(signal, get)
  const { promise: responded, resolve, reject } = Promise.withResolvers<PassedResponse>()
  const events = new PassThrough()
  const onPart = (part: unknown) =>
    typeof part === 'string' ? void events.write(part) : resolve(part as PassedResponse) // as `respond` sends them
  call('respond', toPassed(request, reply), { signal, onPart }).then(
    () => events.end(),
    (error: FastifyError) => {
      reject(error)
      events.end(`event: error\ndata: ${JSON.stringify(toErrorBody(error))}\n\n`)
    },
  )
  const { status, headers, body, storageFault } = await responded
  if (storageFault) throw new ReportedStorageFault(storageFault)
  const { 'content-length': _length, connection: _connection, 'transfer-encoding': _coding, ...kept } = headers
  return reply
    .code(status)
    .headers(kept)
    .send(body ?? events)
}

const toPassed = ({ url, body, ip, caller, id, headers }: FastifyRequest, reply: FastifyReply): PassedRequest => ({
  url,
  headers: {
    ...keepTexts({ accept: headers.accept, 'idempotency-key': headers['idempotency-key'] }),
    ...traceHeaders(),
    'x-request-id': id,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  body: body === undefined ? undefined : JSON.stringify(body),
  ip,
  caller,
  limitHeaders: keepTexts({
    ratelimit: reply.getHeader('ratelimit'),
    'ratelimit-policy': reply.getHeader('ratelimit-policy'),
  }),
})

/** Without the headers that are absent. */
const keepTexts = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
