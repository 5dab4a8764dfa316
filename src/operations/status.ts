import { AdminStatus, type QueueState } from '../../contract/schemas/admin.ts'
import { providers, type ProviderStatus } from '../../contract/schemas/operations.ts'
import { estimateLaunches, getLagSeconds, listReaders } from '../creators/reader-store.ts'
import type { Db } from '../database/db.ts'
import { getOldestAgeSeconds } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { readRelease, type Release } from '../platform/release.ts'
import type { ProviderGuard } from '../platform/resilience/provider-guard.ts'
import { succeedsWithin } from '../platform/resilience/timeouts.ts'
import { getAttesterStatus, type WriteCheck } from './health.ts'
import { queues } from './metrics.ts'
import { pingDatabase } from './store.ts'

export function getStatusRoute(app: App, deps: Deps, writes: WriteCheck) {
  const startedAt = deps.clock.now()
  let release: Promise<Release> | undefined
  const schema = {
    operationId: 'getAdminStatus',
    summary: 'Fetch the state of the database, breakers, queues and jobs',
    tags: ['admin'],
    response: {
      200: response(AdminStatus, 'The status, also while the database fails'),
      ...errorResponses(401, 500, 503),
    },
  }
  app.get('/v1/admin/status', { schema }, async () => {
    release ??= readRelease().catch((error: unknown) => {
      release = undefined
      throw error
    })
    const runs = await release
    return getStatus(deps, writes, { release: runs, startedAt })
  })
}

async function getStatus(
  deps: Deps,
  writes: WriteCheck,
  { release, startedAt }: { release: Release; startedAt: Date },
): Promise<AdminStatus> {
  const now = deps.clock.now()
  const database = await probe(deps, writes)
  const isUp = database.state === 'ok'
  const isReadable = database.milliseconds !== null
  const guards = [...deps.guards, ...deps.jobGuards]
  const breakers = Object.fromEntries(guards.map((guard) => [guard.name, guard.state()]))
  const isOpen = Object.values(breakers).includes('open')
  const attester = getAttesterStatus(deps)
  return {
    status: isUp && !isOpen ? 'ok' : 'degraded',
    database,
    breakers,
    providers: listProviders(deps.guards),
    ...(attester && { attester }),
    queues: isReadable ? await listQueues(deps.db, now) : null,
    ...(isReadable && (await getLaunchIndex(deps.db))),
    jobs: await listJobs(deps),
    ...release,
    startedAt: startedAt.toISOString(),
    uptimeSeconds: Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000)),
    asOf: now.toISOString(),
  }
}

const providerStates = { closed: 'ok', limited: 'degraded', 'half-open': 'degraded', open: 'down' } as const

const listProviders = (guards: ProviderGuard[]): ProviderStatus[] =>
  providers.map((name) => {
    const guard = guards.find((one) => one.name === name)
    if (!guard) return { name, state: 'not_configured', milliseconds: null }
    const milliseconds = guard.latencyMs()
    return { name, state: providerStates[guard.state()], milliseconds: milliseconds && Math.round(milliseconds) }
  })

async function probe({ config, db }: Deps, writes: WriteCheck): Promise<AdminStatus['database']> {
  const kind = config.databaseUrl ? 'server' : 'embedded'
  const askedAt = performance.now()
  const isRead = await succeedsWithin(pingDatabase(db), config.healthTimeoutMs)
  const milliseconds = isRead ? Math.round((performance.now() - askedAt) * 100) / 100 : null
  const fault = (await writes.findFault()) ?? (isRead ? null : 'unreachable')
  return fault === null ? { state: 'ok', kind, milliseconds } : { state: 'failed', fault, kind, milliseconds }
}

async function getLaunchIndex(db: Db): Promise<Pick<AdminStatus, 'launchIndex'>> {
  const readers = await listReaders(db)
  if (readers.length === 0) return {}
  const chains = readers.map((reader) => ({
    chainId: reader.chainId,
    from: reader.from?.toISOString() ?? null,
    to: reader.to?.toISOString() ?? null,
    lagSeconds: getLagSeconds(reader),
    unnamed: reader.unnamed,
    blocksPerCall: reader.range,
    fault: reader.fault,
    failedAt: reader.failedAt?.toISOString() ?? null,
  }))
  return { launchIndex: { launches: await estimateLaunches(db), chains } }
}

async function listJobs({ metrics }: Deps): Promise<AdminStatus['jobs']> {
  const { values } = await metrics.jobSuccess.get()
  return values.map(({ labels, value }) => ({
    name: String(labels.job_name),
    lastSuccessAt: new Date(value * 1000).toISOString(),
  }))
}

const listQueues = (db: Db, now: Date): Promise<QueueState[]> =>
  Promise.all(
    Object.entries(queues).map(async ([name, getDepth]) => {
      const depth = await getDepth(db, now)
      return { name, due: depth.due, oldestDueSeconds: getOldestAgeSeconds(depth, now) }
    }),
  )
