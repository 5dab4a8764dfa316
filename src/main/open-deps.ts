import type { Deps } from '../deps.ts'
import type { Config } from '../config.ts'
import { releasedVersions } from '../judge/prompts.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import { releasedSignals } from '../signals/registry.ts'
import type { Given } from './given.ts'
import { createProviders } from './opening/create-providers.ts'
import { openCallers } from './opening/open-callers.ts'
import { openOutbounds } from './opening/open-outbounds.ts'
import { openScoring } from './opening/open-scoring.ts'
import { openSenders } from './opening/open-senders.ts'
import { openStorage } from './opening/open-storage.ts'
import { openTracer } from './opening/open-tracer.ts'

/** Opens the dependencies as configured. Nothing else opens connections or picks an implementation. */
export async function openDeps(config: Config, given: Given = {}): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = createLog(config.logLevel) } = given
  const { elapsedMs = () => performance.now(), versions = releasedVersions, signals = releasedSignals } = given
  const own = { config, clock, random, log, metrics: createMetrics(), versions, signals }
  const tracer = await openTracer(own)
  const { storage, listener, close: closeStorage } = await openStorage({ ...own, elapsedMs }, given.database)
  const parts = { ...own, ...storage, listener, elapsedMs }
  const { outbound, forImages, close: closeOutbounds } = openOutbounds({ ...own, ...(given.ca && { ca: given.ca }) })
  const providers = createProviders(parts)
  const { callers, close: closeCallers } = await openCallers(parts)
  const senders = openSenders({ ...parts, outbound }, given)
  const scoring = openScoring({ ...parts, forImages })
  const close = async () => {
    senders.deliveryWorker.close()
    await closeCallers()
    await listener.close()
    await closeOutbounds()
    await closeStorage()
    await tracer?.close()
  }
  return { deps: { ...own, ...storage, ...providers, ...callers, ...senders, ...scoring, outbound, tracer }, close }
}
