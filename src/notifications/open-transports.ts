import type { Db, Deps } from '../deps.ts'
import { deleteSubscriptions, listSubscribers, markTold } from './subscription-store.ts'
import { openDiscord } from './transport-discord.ts'
import { openEmail } from './transport-email.ts'
import { openLogging } from './transport-logging.ts'
import { type TelegramOptions, openTelegram } from './transport-telegram.ts'
import { type Subscribers, openWebPush } from './transport-web-push.ts'
import type { Transport } from './transport.ts'

interface Opening extends Pick<Deps, 'config' | 'db' | 'outbound' | 'log'> {
  /** Where tests speak to a bot API of their own. */
  telegram?: Pick<TelegramOptions, 'apiBase' | 'spacingMs'>
}

/** The log, and each transport that is configured. */
export function openTransports({ config, db, outbound, log, telegram = {} }: Opening): Transport[] {
  const { notify, publicUrl } = config
  const { hostname } = new URL(publicUrl)
  const subscribers = subscribersIn(db)
  return [
    openLogging(log),
    notify.discordUrl && openDiscord(notify.discordUrl),
    notify.telegram && openTelegram({ ...notify.telegram, ...telegram }),
    notify.email && openEmail({ ...notify.email, host: hostname }),
    notify.vapid && openWebPush({ vapid: notify.vapid, contact: contactOf(publicUrl), outbound, subscribers }),
  ].filter((transport) => !!transport)
}

/** Push services take a web page or an address to write to. */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:operator@${new URL(publicUrl).hostname}`

const subscribersIn = (db: Db): Subscribers => ({
  list: (page) => listSubscribers(db, page),
  markTold: (ids, slotId) => markTold(db, ids, slotId),
  remove: (ids) => deleteSubscriptions(db, ids),
})
