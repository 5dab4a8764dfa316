// A dispatcher as a process of its own, with a worker and ticks that never end beside it, and a clock that jumps by an hour
// again and again.
import { flushCompileCache } from 'node:module'
import { parseConfig } from '../src/config.ts'
import { openServerDb } from '../src/platform/db.ts'
import type { Database } from '../src/deps.ts'
import { startJobs } from '../src/platform/jobs.ts'
import { hearServer } from '../src/platform/listener.ts'
import { openLog } from '../src/platform/log.ts'
import { openMetrics } from '../src/platform/metrics.ts'
import { openOutbound } from '../src/platform/outbound.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openSharedClock } from '../src/platform/shared-clock.ts'
import { openSecrets } from '../src/open-secrets.ts'
import { deliverDueJobs } from '../src/webhooks/deliver-due.ts'
import { openDispatcher } from '../src/webhooks/dispatcher.ts'

const hourMs = 3_600_000
let jumpMs = 0
const RealDate = Date
setInterval(() => (jumpMs = Math.round(Math.random() * 2 - 1) * hourMs), 100).unref()
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [string | number]) {
    if (given.length === 0) super(RealDate.now() + jumpMs)
    else super(...given)
  }
  static override now = () => RealDate.now() + jumpMs
} as DateConstructor

const url = process.env['DATABASE_URL'] ?? ''
const config = { ...parseConfig(), deliveryDeadlineMs: 600 }
const log = openLog('fatal')
const { db, close } = openServerDb<Database>({ url, prepared: true, statementTimeoutMs: 5000, onIdleError: () => {} })
const hear = hearServer({ url, elapsedMs: () => performance.now(), id: systemRandom.uuid(), onChange: () => {} })
const outbound = openOutbound({ allow: config.outboundAllow, connections: null })
const metrics = openMetrics()
const secrets = openSecrets(config, { isFolderOurs: false })
const sharedClock = openSharedClock(db)
const dispatcher = openDispatcher({
  config,
  db,
  secrets,
  outbound,
  sharedClock,
  hear,
  random: systemRandom,
  metrics,
  log,
})
flushCompileCache() // a killed process would not write it

const stopping = new AbortController()
const jobs = startJobs(deliverDueJobs({ dispatcher, config }), { log, metrics })
const tickAgainAndAgain = async () => {
  const bounds = { mostRows: 500, takingMs: 300, stopped: stopping.signal }
  while (!stopping.signal.aborted) {
    await dispatcher.run(bounds).catch(() => {}) // the database is away
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const ticking = [tickAgainAndAgain(), tickAgainAndAgain()]
process.stdout.write('ready\n')
process.once('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  stopping.abort()
  await Promise.all([jobs.stop(), ...ticking])
  await dispatcher.close()
  await outbound.close()
  await close()
}
