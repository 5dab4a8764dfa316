import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Database, Db, Deps } from './deps.ts'
import { systemClock } from './platform/clock.ts'
import { type OpenDb, openEmbeddedDb, openServerDb } from './platform/db.ts'
import { type Log, openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import { openOutbound } from './platform/outbound.ts'
import { openProviderGuard } from './platform/provider-guard.ts'
import { systemRandom } from './platform/random.ts'
import { openCreatorData } from './providers/creator-data-txlist.ts'
import { openImages } from './providers/images-http.ts'
import { openModel } from './providers/model-ai-sdk.ts'
import { type AnswerStore, rememberCreatorData, rememberTokenRisk } from './providers/remember.ts'
import { openTokenRisk } from './providers/token-risk-goplus.ts'
import { findAnswer, upsertAnswer } from './signals/store.ts'

/** What tests set instead of the real thing. */
export type Given = Partial<Pick<Deps, 'clock' | 'random' | 'log'>> & {
  database?: OpenDb<Database>
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}

/** Opens the outside world as configured: the only place that opens connections or picks an implementation. */
export async function openDeps(config: Config, given: Given = {}): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = openLog(config.logLevel) } = given
  const metrics = openMetrics()
  const database = given.database ?? (await openDatabase(config, log))
  const outbound = openOutbound({ allow: config.outboundAllow, ...(given.ca && { ca: given.ca }) })
  const providers = openProviders({ config, db: database.db, clock, metrics })
  const images = openImages({ outbound })
  const { db, reads } = database
  const close = async () => {
    await outbound.close()
    await database.close()
  }
  return { deps: { config, db, reads, images, ...providers, clock, random, metrics, log }, close }
}

async function openDatabase(config: Config, log: Log): Promise<OpenDb<Database>> {
  const { databaseUrl, preparedStatements } = config
  if (!databaseUrl) return openEmbeddedDb(resolve(config.dataDir))
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'an idle database connection was lost')
  return openServerDb({ url: databaseUrl, prepared: preparedStatements, onIdleError })
}

type Waist = Pick<Deps, 'config' | 'db' | 'clock' | 'metrics'>

function openProviders({
  config,
  db,
  clock,
  metrics,
}: Waist): Pick<Deps, 'model' | 'creatorData' | 'tokenRisk' | 'guards'> {
  const { model, creatorData, tokenRisk, chainId } = config
  const guard = (name: string, retries: number) =>
    openProviderGuard({ name, retries, concurrency: 64, queue: 1024, metrics, clock })
  const guards = {
    model: model && guard('model', 2),
    creator: creatorData && guard('creator', 1),
    risk: tokenRisk && guard('risk', 1),
  }
  const remembered = { answers: answersIn(db), clock, chainId }
  return {
    model: model && guards.model && openModel({ ...model, timeoutMs: config.modelTimeoutMs, guard: guards.model }),
    creatorData:
      creatorData &&
      guards.creator &&
      rememberCreatorData(
        openCreatorData({ ...creatorData, chainId, timeoutMs: config.providerTimeoutMs, guard: guards.creator }),
        remembered,
      ),
    tokenRisk:
      tokenRisk &&
      guards.risk &&
      rememberTokenRisk(
        openTokenRisk({ ...tokenRisk, chainId, timeoutMs: config.providerTimeoutMs, guard: guards.risk, clock }),
        remembered,
      ),
    guards: Object.values(guards).filter((guard) => guard !== null),
  }
}

const answersIn = (db: Db): AnswerStore => ({
  find: (key, now) => findAnswer(db, key, now),
  save: (answer) => upsertAnswer(db, answer),
})
