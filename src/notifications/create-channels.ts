import { leadSentence } from '../../contract/lead.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../platform/log.ts'
import { createPushServiceCheck } from '../platform/outbound/outbound-target.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Channel } from './channels/channel.ts'
import { createDiscordChannel } from './channels/discord.ts'
import { createEmailChannel } from './channels/email.ts'
import { formatEvent, formatNoticeSubject, type Notice } from './channels/notice.ts'
import { createTelegramChannel, type TelegramOptions } from './channels/telegram.ts'
import { createWebPushChannel, type Subscribers } from './channels/web-push.ts'
import { deletePushSubscriptions, listSubscribers, markNotified } from './subscription-store.ts'

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
        contact: toPushContact(publicUrl),
        outbound,
        isOfPushService,
        subscribers,
      }),
  ].filter((channel) => !!channel)
}

/** Push services require an https: or mailto: contact (RFC 8292). */
export const toPushContact = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`

const createSubscribers = (db: Db): Subscribers => ({
  list: (page) => listSubscribers(db, page),
  markNotified: (ids, slot) => markNotified(db, ids, slot),
  remove: (ids) => deletePushSubscriptions(db, ids),
})

const createLoggingChannel = (log: Log): Channel => ({
  name: 'logging',
  concurrency: 4,
  timeoutMs: 1_000,
  send: async (notice) => {
    log.info(formatLine(notice), 'notification')
    return { receipt: 'logged' }
  },
})

const formatLine = (notice: Notice) => ({
  ...withWarning(leadSentence(notice)),
  slot: notice.slot,
  slotId: notice.slotId,
  launch: notice.url,
  subject: formatNoticeSubject(notice),
  event: formatEvent(notice),
  scheduledFor: notice.scheduledFor.toISOString(),
  aggregate: notice.aggregate,
  band: notice.band,
  measuredPercent: notice.measuredPercent,
})

const withWarning = (warning: string | undefined) => (warning === undefined ? {} : { warning })
