import { type Static, Type } from 'typebox'
import { AttesterStatus, BreakerState, DatabaseFault } from '../../contract/schemas/status.ts'
import { getAttesterStatus } from './attester-status.ts'
import { createBudgetCheck } from './budgets.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { response } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import { createReadCheck } from './check-reads.ts'
import type { WriteCheck } from './check-writes.ts'

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
  const isOpen = config.readyBreaker === 'fail' && Object.values(breakers).includes('open')
  const attester = getAttesterStatus(deps)
  const isDraining = draining.aborted
  const checks = {
    database,
    ...(databaseFault && { databaseFault }),
    breakers,
    ...(budgets && { budgets }),
    ...(attester && { attester }),
    ...(isDraining && { draining: true as const }),
  }
  return { status: database === 'ok' && !isOpen && !isDraining ? 'ready' : 'unavailable', checks }
}
