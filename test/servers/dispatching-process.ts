import { flushCompileCache } from 'node:module'
import { parseConfig } from '../../src/config.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createServerListener } from '../../src/database/listener.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { openOutbound } from '../../src/platform/outbound/outbound.ts'
import { askSystem } from '../../src/platform/outbound/resolver.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { createSharedClock } from '../../src/database/shared-clock.ts'
import { createSecrets } from '../../src/main/open-deps.ts'
import { deliverDueJobs } from '../../src/webhooks/dispatch-deliveries.ts'
import { systemClock } from '../../src/platform/time.ts'
import { disableSubscription } from '../../src/webhooks/disable-subscription.ts'
import { DeliveryWorker } from '../../src/webhooks/delivery-worker.ts'
import { openServer } from '../world/database.ts'
import { makeDeps } from '../world/deps.ts'

// Runs a delivery worker in its own process: the background job and endless concurrent dispatches, under a clock that keeps
// jumping by an hour.

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
const log = createLog('fatal')
const { db, close } = openServer(url, { statementTimeoutMs: 5000 })
const listener = createServerListener({
  url,
  elapsedMs: () => performance.now(),
  id: systemRandom.uuid(),
  onChange: () => {},
})
const outbound = openOutbound({ allow: config.outboundAllow, use: 'webhooks', resolve: askSystem, connections: null })
const metrics = createMetrics()
const secrets = createSecrets(config, { isFolderOurs: false })
const sharedClock = createSharedClock(db)
const deliveryWorker = new DeliveryWorker({
  config,
  db,
  secrets,
  webhookOutbound: outbound,
  sharedClock,
  listener,
  disableSubscription: (id, grounds) =>
    disableSubscription({ db, clock: systemClock, random: systemRandom, log }, id, grounds),
  random: systemRandom,
  metrics,
  log,
})
flushCompileCache() // a killed process would not write it

const stopping = new AbortController()
const jobs = startJobs(deliverDueJobs(makeDeps({ deliveryWorker, config })), { log, metrics })
const dispatchRepeatedly = async () => {
  const limits = { maxDeliveries: 500, maxMs: 300, signal: stopping.signal }
  while (!stopping.signal.aborted) {
    await deliveryWorker.dispatch(limits).catch(() => {}) // the database is away
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const dispatching = [dispatchRepeatedly(), dispatchRepeatedly()]
process.stdout.write('ready\n')
process.once('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  stopping.abort()
  await Promise.all([jobs.stop(), ...dispatching])
  deliveryWorker.close()
  await listener.close()
  await outbound.close()
  await close()
}
