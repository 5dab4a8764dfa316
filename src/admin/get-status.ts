import { attesterStatus } from '../attestation/attester-status.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { succeedsWithin } from '../platform/succeeds-within.ts'
import { listQueues } from './queues.ts'
import { AdminStatus } from './schemas.ts'
import { askDatabase } from './store.ts'

type StatusDeps = Pick<Deps, 'config' | 'db' | 'guards' | 'attester' | 'metrics' | 'clock'>

/** What runs. */
export interface Release {
  version: string
  commit: string | null
}

/** GET /v1/admin/status: how the replica that answers is doing. */
export function getStatusRoute(app: App, deps: StatusDeps, release: Release) {
  const startedAt = deps.clock.now()
  const schema = {
    operationId: 'getAdminStatus',
    summary: 'Database, breakers, queues, jobs, uptime and commit',
    tags: ['admin'],
    response: { 200: answer(AdminStatus, 'Also when the database has failed'), ...errorAnswers(401, 500, 503) },
  }
  app.get('/v1/admin/status', { schema }, async () => getStatus(deps, release, startedAt))
}

async function getStatus(deps: StatusDeps, release: Release, startedAt: Date): Promise<AdminStatus> {
  const now = deps.clock.now()
  const database = await probe(deps)
  const isUp = database.state === 'ok'
  const breakers = Object.fromEntries(deps.guards.map((guard) => [guard.name, guard.state()]))
  const isOpen = Object.values(breakers).includes('open')
  const attester = attesterStatus(deps)
  return {
    status: isUp && !isOpen ? 'ok' : 'degraded',
    database,
    breakers,
    ...(attester && { attester }),
    queues: isUp ? await listQueues(deps.db, now) : null,
    jobs: await listJobs(deps),
    ...release,
    startedAt: startedAt.toISOString(),
    uptimeSeconds: Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000)),
    asOf: now.toISOString(),
  }
}

async function probe({ config, db }: StatusDeps): Promise<AdminStatus['database']> {
  const kind = config.databaseUrl ? 'server' : 'embedded'
  const askedAt = performance.now()
  if (!(await succeedsWithin(askDatabase(db), 1000))) return { state: 'failed', kind, milliseconds: null }
  return { state: 'ok', kind, milliseconds: Math.round((performance.now() - askedAt) * 100) / 100 }
}

async function listJobs({ metrics }: StatusDeps): Promise<AdminStatus['jobs']> {
  const { values } = await metrics.jobSuccess.get()
  return values.map(({ labels, value }) => ({
    name: String(labels.job),
    lastSuccessAt: new Date(value * 1000).toISOString(),
  }))
}
