import type { NotificationListener } from '../../database/listener.ts'
import { createSharedClock } from '../../database/shared-clock.ts'
import { DeliveryWorker } from '../../delivery/worker.ts'
import type { Deps } from '../../deps.ts'
import { createChannels } from '../../notifications/create-channels.ts'
import { disableSubscription } from '../../webhooks/subscriptions/disable-subscription.ts'
import type { Given } from '../given.ts'
import { createSecrets } from './create-secrets.ts'

interface SenderParts extends Pick<Deps, 'config' | 'db' | 'clock' | 'random' | 'log' | 'metrics'> {
  outbound: Deps['outbound']
  listener: NotificationListener
}

type SenderDeps = Pick<Deps, 'channels' | 'secrets' | 'sharedClock' | 'deliveryWorker'>

/** Opens what sends notifications and webhook deliveries when they are due. */
export function openSenders(parts: SenderParts, given: Given): SenderDeps {
  const { config, db, clock, random, log, metrics, outbound } = parts
  const { telegram } = given
  const channels = createChannels({ config, db, outbound: outbound.push, log, ...(telegram && { telegram }) })
  // from 0, so that an increase counts the first failure too
  for (const { name } of channels) metrics.sends.inc({ queue: 'notifications', target: name, outcome: 'failed' }, 0)
  const secrets = createSecrets(config, { isFolderOurs: !config.databaseUrl && !given.database })
  const sharedClock = given.clock ? { now: given.clock.now, sync: async () => {} } : createSharedClock(db)
  const deliveryWorker = new DeliveryWorker({
    ...parts,
    secrets,
    sharedClock,
    webhookOutbound: outbound.webhooks,
    disableSubscription: (id, grounds) => disableSubscription({ db, clock, random, log }, id, grounds),
  })
  return { channels, secrets, sharedClock, deliveryWorker }
}
