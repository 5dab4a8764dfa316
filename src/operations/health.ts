import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { ref } from '../../contract/schema.ts'
import { AttesterStatus, BreakerState, DatabaseFault } from '../../contract/schemas/operations.ts'
import type { Deps } from '../deps.ts'
import { isStorageFault, toStorageFault } from '../platform/database-fault.ts'
import type { App } from '../platform/http/app.ts'
import { response } from '../platform/http/schema.ts'
import { succeedsWithin } from '../platform/resilience/timeouts.ts'
import { createBudgetCheck } from './budget-use.ts'
import { pingDatabase, writeProbe } from './store.ts'

/** Checks no dependency, so that an outage elsewhere causes no restart. */
export function getHealthRoute(app: App) {
  const response = { 200: Type.Object({ status: Type.Literal('ok') }, { description: 'The process is alive' }) }
  const schema = { operationId: 'getHealth', summary: 'Check that the process is alive', tags: ['operation'], response }
  app.get('/health', { schema }, () => Promise.resolve({ status: 'ok' as const }))
}

export const BudgetState = Type.Union([Type.Literal('ok'), Type.Literal('limited')], {
  $id: 'BudgetState',
  description: 'limited: the part open to anonymous callers is used up until 00:00 UTC',
})

export const Ready = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('unavailable')]),
    checks: Type.Object({
      database: Type.Union([Type.Literal('ok'), Type.Literal('failed')], {
        description: 'Whether the database accepted a write, and responded to a read, within 1 s',
      }),
      databaseFault: Type.Optional(ref(DatabaseFault)),
      breakers: Type.Record(Type.String(), ref(BreakerState), {
        description:
          'One entry per configured provider. limited: its rate limit was reached in the last minute; the service stays ready',
      }),
      chains: Type.Optional(
        Type.Record(Type.String(), Type.Record(Type.String(), ref(BreakerState)), {
          description:
            'The providers of each chain beside CHAIN_ID, by its id. Their outages don’t affect the status. Absent with one chain',
        }),
      ),
      budgets: Type.Optional(
        Type.Record(Type.String(), ref(BudgetState), {
          description:
            'One entry per daily budget (`model_tokens`, `scores`, `stored_bytes`, `gas`) that has a limit. limited: the part open to anonymous callers is used up until 00:00 UTC; the service stays ready. Absent when the database can’t be read',
        }),
      ),
      attester: Type.Optional(ref(AttesterStatus)),
      draining: Type.Optional(
        Type.Literal(true, {
          description: 'The process is stopping: it still serves requests, but only for a short time',
        }),
      ),
    }),
  },
  { $id: 'Ready', description: 'Whether the replica is ready, with the result of each check' },
)

/** What makes a replica ready, besides the providers. */
export interface Readiness {
  writes: WriteCheck
  draining: AbortSignal
}

interface Checks extends Readiness {
  isReadable: () => Promise<boolean>
  readBudgets: ReturnType<typeof createBudgetCheck>
}

/** A restart of the database takes seconds. */
const retrySeconds = 5

export function getReadyRoute(app: App, deps: Deps, readiness: Readiness) {
  const checks = { ...readiness, isReadable: createReadCheck(deps), readBudgets: createBudgetCheck(deps) }
  const schema = {
    operationId: 'getReady',
    summary: 'Check that the replica can serve requests',
    tags: ['operation'],
    response: { 200: response(Ready, 'Ready: send requests'), 503: response(Ready, 'Not ready: send no requests') },
  }
  app.get('/ready', { schema }, async (_request, reply) => {
    const ready = await getReady(deps, checks)
    if (ready.status === 'ready') return ready
    return reply.code(503).header('retry-after', retrySeconds).send(ready)
  })
}

/** A write and a read of the database within 1 s, and each provider's breaker. */
async function getReady(
  deps: Deps,
  { writes, isReadable, readBudgets, draining }: Checks,
): Promise<Static<typeof Ready>> {
  const { guards, config } = deps
  const [budgets, writeFault, isRead] = await Promise.all([readBudgets(), writes.findFault(), isReadable()])
  const databaseFault = writeFault ?? (isRead ? null : ('unreachable' as const))
  const database = databaseFault === null ? ('ok' as const) : ('failed' as const)
  const breakers = Object.fromEntries(guards.map((guard) => [guard.name, guard.state()]))
  const chains = readChains(deps)
  const isOpen = config.readyBreaker === 'fail' && Object.values(breakers).includes('open')
  const attester = getAttesterStatus(deps)
  const isDraining = draining.aborted
  const checks = {
    database,
    ...(databaseFault && { databaseFault }),
    breakers,
    ...(chains && { chains }),
    ...(budgets && { budgets }),
    ...(attester && { attester }),
    ...(isDraining && { draining: true as const }),
  }
  return { status: database === 'ok' && !isOpen && !isDraining ? 'ready' : 'unavailable', checks }
}

/** The names of the guards of other chains than CHAIN_ID end with their ids. */
function readChains({ chains, config, jobGuards }: Deps) {
  const others = [...chains.keys()].filter((chainId) => chainId !== config.chainId)
  if (others.length === 0) return null
  return Object.fromEntries(
    others.map((chainId) => {
      const suffix = `-${chainId}`
      const own = jobGuards.filter(({ name }) => /^(?:creator|risk|chain|market)-/.test(name) && name.endsWith(suffix))
      return [chainId, Object.fromEntries(own.map((guard) => [guard.name.slice(0, -suffix.length), guard.state()]))]
    }),
  )
}

/** Concurrent callers share one read. */
function createReadCheck({ reads, config }: Deps): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return () =>
    (reading ??= succeedsWithin(pingDatabase(reads), config.healthTimeoutMs).finally(() => (reading = undefined)))
}

export interface WriteCheck {
  findFault: () => Promise<DatabaseFault | null>
  /** Reports a failed write of a request: a small write may still succeed where a large one fails. */
  note: (error: unknown) => void
}

/** How long a result is cached; a large write must not run every second. */
const heldMs = { small: 1000, large: 5000 }

/** About a score with its image: a disk may have room for a small row only. */
const ballastBytes = 256 * 1024
const nothing = Buffer.alloc(0)

/** Writes a small row at most once a second; after a request's write has failed, one of the size of a score. */
export function createWriteCheck({ db, clock, config }: Deps): WriteCheck {
  let result: Promise<DatabaseFault | null> = Promise.resolve(null)
  let until = -Infinity
  let isSuspect = false

  const tryWrite = (ballast: Buffer) => writeProbe(db, { ballast, writtenAt: clock.now() })
  // Tries twice: the server may just have closed the first connection.
  const write = (ballast: Buffer) =>
    findFault(
      tryWrite(ballast).catch(() => tryWrite(ballast)),
      config.healthTimeoutMs,
    )
  const probe = async () => {
    if (!isSuspect) return write(nothing)
    const fault = (await write(randomBytes(ballastBytes))) ?? (await write(nothing))
    if (fault === null) isSuspect = false
    return fault
  }
  return {
    findFault: () => {
      const now = performance.now()
      if (now >= until) {
        until = now + heldMs[isSuspect ? 'large' : 'small']
        result = probe()
      }
      return result
    },
    note: (error) => {
      if (isSuspect || !isStorageFault(error)) return
      isSuspect = true
      until = -Infinity
    },
  }
}

/** Ignores the outcome after `ms`. */
async function findFault(work: Promise<unknown>, ms: number): Promise<DatabaseFault | null> {
  const late = Promise.withResolvers<DatabaseFault>()
  const timer = setTimeout(() => late.resolve('unreachable'), ms)
  const done = work.then(
    () => null,
    (error: unknown) => toStorageFault(error) ?? 'unreachable',
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}

export function watchWrites(app: App, writes: WriteCheck): void {
  app.addHook('onError', (_request, _reply, error, done) => {
    writes.note(error)
    done()
  })
}

export function getAttesterStatus({ attester }: Deps): AttesterStatus | undefined {
  if (!attester) return undefined
  const { state, balance, at } = attester.inspected()
  const { chainId, contract, address } = attester
  const balanceWei = balance === null ? null : String(balance)
  return { state, chainId, contract, attester: address, balanceWei, checkedAt: at.toISOString() }
}
