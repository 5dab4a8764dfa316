import { type Static, Type } from 'typebox'
import { AttesterStatus, attesterStatus } from '../attestation/attester-status.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, ref } from '../platform/schema.ts'
import { succeedsWithin } from '../platform/succeeds-within.ts'
import { askDatabase } from './store.ts'

const Breaker = Type.Union([Type.Literal('closed'), Type.Literal('half-open'), Type.Literal('open')])

export const Ready = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('unavailable')]),
    checks: Type.Object({
      database: Type.Union([Type.Literal('ok'), Type.Literal('failed')], { description: 'Answered within 1 s' }),
      breakers: Type.Record(Type.String(), Breaker, { description: 'One for each provider that is configured' }),
      attester: Type.Optional(ref(AttesterStatus)),
    }),
  },
  { $id: 'Ready', description: 'What every answer depends on' },
)

type ReadyDeps = Pick<Deps, 'db' | 'guards' | 'config' | 'attester'>

/** GET /ready: whether this replica should get requests (D53). */
export function getReadyRoute(app: App, deps: ReadyDeps) {
  const schema = {
    operationId: 'getReady',
    summary: 'Readiness',
    tags: ['operation'],
    response: { 200: answer(Ready, 'Send requests here'), 503: answer(Ready, 'Send none') },
  }
  app.get('/ready', { schema }, async (_request, reply) => {
    const ready = await getReady(deps)
    reply.header('cache-control', 'no-store')
    return reply.code(ready.status === 'ready' ? 200 : 503).send(ready)
  })
}

/** The state of what every answer depends on: the database within 1 s, and each provider's breaker. */
export async function getReady(deps: ReadyDeps): Promise<Static<typeof Ready>> {
  const { db, guards, config } = deps
  const database = (await succeedsWithin(askDatabase(db), 1000)) ? ('ok' as const) : ('failed' as const)
  const breakers = Object.fromEntries(guards.map((guard) => [guard.name, guard.state()]))
  const isOpen = config.readyBreaker === 'fail' && Object.values(breakers).includes('open')
  const attester = attesterStatus(deps)
  const checks = { database, breakers, ...(attester && { attester }) }
  return { status: database === 'ok' && !isOpen ? 'ready' : 'unavailable', checks }
}
