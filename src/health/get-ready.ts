import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer } from '../platform/schema.ts'
import { askDatabase } from './store.ts'

const Breaker = Type.Union([Type.Literal('closed'), Type.Literal('half-open'), Type.Literal('open')])

export const Ready = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('unavailable')]),
    checks: Type.Object({
      database: Type.Union([Type.Literal('ok'), Type.Literal('failed')], { description: 'Answered within 1 s' }),
      breakers: Type.Record(Type.String(), Breaker, { description: 'One for each provider that is configured' }),
    }),
  },
  { $id: 'Ready', description: 'What every answer depends on' },
)

type ReadyDeps = Pick<Deps, 'db' | 'guards' | 'config'>

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
export async function getReady({ db, guards, config }: ReadyDeps): Promise<Static<typeof Ready>> {
  const database = (await answersWithin(db, 1000)) ? ('ok' as const) : ('failed' as const)
  const breakers = Object.fromEntries(guards.map((guard) => [guard.name, guard.state()]))
  const isOpen = config.readyBreaker === 'fail' && Object.values(breakers).includes('open')
  return { status: database === 'ok' && !isOpen ? 'ready' : 'unavailable', checks: { database, breakers } }
}

async function answersWithin(db: Deps['db'], ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const answer = askDatabase(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
