import { leadSentence } from '../../contract/lead.ts'
import type { ReminderChannel } from '../database/column-types.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../platform/log.ts'
import { createPushServiceCheck } from '../platform/outbound/outbound-target.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Channel } from './channels/channel.ts'
import { createDiscordChannel } from './channels/discord.ts'
import { createEmailChannel, createReminderMails } from './channels/email.ts'
import { formatEvent, formatNoticeSubject, type Notice } from './channels/notice.ts'
import type { Subscriber } from './channels/push-sender.ts'
import type { Recipients } from './channels/send-to-each.ts'
import { createTelegramChannel, createTelegramReminders, type TelegramOptions } from './channels/telegram.ts'
import { createWebPushChannel } from './channels/web-push.ts'
import { openReminderAddress, toReminderUrl } from './reminder-address.ts'
import { listReminded, stopReminders } from './reminder-store.ts'
import { deletePushSubscriptions, listSubscribers, markNotified } from './subscription-store.ts'

interface ChannelOptions extends Pick<Deps, 'config' | 'db' | 'log' | 'secrets' | 'telegramBot'> {
  /** The guarded client for push endpoints. */
  outbound: Outbound
  telegram?: Pick<TelegramOptions, 'apiBase' | 'spacingMs'>
}

export function createChannels(options: ChannelOptions): Channel[] {
  const { config, db, outbound, log, secrets, telegramBot, telegram = {} } = options
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
    notify.email &&
      secrets &&
      createReminderMails({
        ...notify.email,
        host: hostname,
        recipients: createRecipients({ db, secrets, log }, 'email', (id, email) => ({ id, email })),
        toStopUrl: (id) => toReminderUrl({ publicUrl, secrets }, 'stop', id),
      }),
    telegramBot &&
      secrets &&
      createTelegramReminders({
        bot: telegramBot,
        recipients: createRecipients({ db, secrets, log }, 'telegram', (id, chat) => ({ id, chat })),
        spacingMs: telegram.spacingMs,
      }),
  ].filter((channel) => !!channel)
}

/** Push services require an https: or mailto: contact (RFC 8292). */
export const toPushContact = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`

const createSubscribers = (db: Db): Recipients<Subscriber> => ({
  list: (page) => listSubscribers(db, page),
  markNotified: (ids, slot) => markNotified(db, 'push_subscriptions', { ids, ...slot }),
  remove: (ids) => deletePushSubscriptions(db, ids),
})

/** Skips addresses whose key is no longer configured. */
const createRecipients = <Recipient extends { id: string }>(
  { db, secrets, log }: Pick<Deps, 'db' | 'log'> & { secrets: SecretBox },
  channel: ReminderChannel,
  toRecipient: (id: string, address: string) => Recipient,
): Recipients<Recipient> => ({
  list: async (page) => {
    const rows = await listReminded(db, channel, page)
    return rows.map(({ id, address, isNotified }) => {
      try {
        return { ...toRecipient(id, openReminderAddress(secrets, id, address)), isNotified }
      } catch (error) {
        log.error({ reminder: id, reason: (error as Error).message }, 'an address could not be decrypted')
        return { ...toRecipient(id, ''), isNotified: true }
      }
    })
  },
  markNotified: (ids, slot) => markNotified(db, 'reminders', { ids, ...slot }),
  remove: (ids) => stopReminders(db, ids),
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
