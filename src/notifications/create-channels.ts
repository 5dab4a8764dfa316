import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { createPushServiceCheck } from '../platform/outbound/push-services.ts'
import { deletePushSubscriptions, listSubscribers, markNotified } from './subscription-store.ts'
import { createDiscordChannel } from './channels/discord.ts'
import { createEmailChannel } from './channels/email.ts'
import { createLoggingChannel } from './channels/logging.ts'
import { type TelegramOptions, createTelegramChannel } from './channels/telegram.ts'
import { type Subscribers, createWebPushChannel } from './channels/web-push.ts'
import type { Channel } from './channels/channel.ts'

interface ChannelOptions extends Pick<Deps, 'config' | 'db' | 'log'> {
  /** The guarded client for push endpoints. */
  outbound: Outbound
  telegram?: Pick<TelegramOptions, 'apiBase' | 'spacingMs'>
}

export function createChannels({ config, db, outbound, log, telegram = {} }: ChannelOptions): Channel[] {
  const { notify, publicUrl } = config
  const { hostname } = new URL(publicUrl)
  const subscribers = createSubscribers(db)
  const isOfPushService = createPushServiceCheck(config.pushServices, config.outboundAllow)
  return [
    createLoggingChannel(log),
    notify.discordUrl && createDiscordChannel(notify.discordUrl),
    notify.telegram && createTelegramChannel({ ...notify.telegram, ...telegram }),
    notify.email && createEmailChannel({ ...notify.email, host: hostname }),
    notify.vapid &&
      createWebPushChannel({
        vapid: notify.vapid,
        contact: toContact(publicUrl),
        outbound,
        isOfPushService,
        subscribers,
      }),
  ].filter((channel) => !!channel)
}

/** Push services require an https: or mailto: contact (RFC 8292). */
const toContact = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`

const createSubscribers = (db: Db): Subscribers => ({
  list: (page) => listSubscribers(db, page),
  markNotified: (ids, slot) => markNotified(db, ids, slot),
  remove: (ids) => deletePushSubscriptions(db, ids),
})
