import { dayMs, minuteMs } from '../../contract/time.ts'
import { formatSubject } from '../../contract/headline.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { findLaunch } from '../launches/enrollment-store.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type TelegramBot, TelegramRefused, type TelegramText, type TelegramUpdate } from './channels/telegram-bot.ts'
import { hashReminderAddress, sealReminderAddress } from './reminder-address.ts'
import { countRemindersOf, deleteRemindersOf, findReminderWords, upsertReminder } from './reminder-store.ts'
import { isOver, reachedMaximum } from './reminders.ts'
import { lockOptIns } from './subscription-store.ts'
import { leaseBot, noteHeard, pauseBot, releaseBot } from './telegram-store.ts'

/** Longer than a request for updates takes. */
const leaseMs = 60_000
const maxOfChat = 50

/**
 * Receives what people write to the bot, in one replica at a time, until `signal` aborts or another replica takes over. If
 * another program receives the bot's updates, it keeps them: nothing is asked for a day.
 */
export async function receiveTelegram(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, random, secrets, telegramBot: bot, log } = deps
  if (!bot || !secrets) return
  const lease = { botId: bot.id, listener: random.uuid() }
  const pauseFor = (ms: number) => pauseBot(db, { botId: bot.id, until: new Date(clock.now().getTime() + ms) })
  try {
    let username: string | undefined
    while (!signal.aborted) {
      const now = clock.now()
      const from = await leaseBot(db, { ...lease, now, until: new Date(now.getTime() + leaseMs) })
      if (from === undefined) return
      const updates = await bot.getUpdates(from, username === undefined ? 'none' : 'long', signal)
      username ??= await bot.getUsername(signal)
      const replies = await findReplies({ ...deps, secrets }, updates)
      const nextUpdate = Math.max(from, ...updates.map(({ id }) => id + 1))
      // Before the replies, so that nobody gets one twice if they outlast the lease.
      await noteHeard(db, { ...lease, username, nextUpdate, now: clock.now() })
      await sendReplies(bot, replies, signal)
    }
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof TelegramRefused)) throw error
    const { status, retryAfterMs } = error
    log.warn({ status }, status === 409 ? conflict : 'Telegram refused a request for updates')
    await pauseFor(status === 409 ? dayMs : (retryAfterMs ?? 5 * minuteMs))
  } finally {
    await releaseBot(db, lease)
  }
}

const conflict =
  'another program receives the updates of NOTIFY_TELEGRAM_TOKEN, so reminders by Telegram are not offered for a day; use a bot of its own'

type ReceivingDeps = Deps & { secrets: SecretBox }

/** A chat gets one reply, however much it writes. */
async function findReplies(deps: ReceivingDeps, updates: TelegramUpdate[]): Promise<Map<string, TelegramText>> {
  const replies = new Map<string, TelegramText>()
  for (const { chat, text } of updates) {
    const reply = chat === null ? null : await respond(deps, chat, text)
    if (chat !== null && reply) replies.set(chat, reply)
  }
  return replies
}

async function sendReplies(bot: TelegramBot, replies: Map<string, TelegramText>, signal: AbortSignal): Promise<void> {
  for (const [chat, reply] of replies) {
    const response = await bot.say(chat, reply, signal).catch(() => null)
    if (response?.status === 429) return // the requests themselves are stored
  }
}

async function respond(deps: ReceivingDeps, chat: string, text: string | null): Promise<TelegramText | null> {
  const { db, secrets, config } = deps
  const addressHash = hashReminderAddress(secrets, 'telegram', chat)
  const [, command, payload = ''] = /^\/(start|stop)(?:@\w+)?(?:\s+(\w+))?\s*$/.exec(text ?? '') ?? []
  if (text === null || command === 'stop') {
    const count = await deleteRemindersOf(db, { channel: 'telegram', addressHash })
    if (text === null) return null
    return { text: count > 0 ? 'Done: you’ll get no more reminders.' : 'You have no reminders.' }
  }
  if (command !== 'start') return null
  const id = payload.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5').toLowerCase()
  const launch = isUuid(id) ? await findLaunch(db, id) : undefined
  if (!launch || launch.hiddenReason !== null)
    return { text: `Choose Telegram on the page of a launch: ${config.publicUrl}/launches` }
  if (isOver(deps, launch)) return { text: 'The time of this launch has come, so there is nothing to remind you of.' }
  return remind(deps, { chat, addressHash, enrollmentId: launch.enrollmentId })
}

async function remind(
  deps: ReceivingDeps,
  { chat, addressHash, enrollmentId }: { chat: string; addressHash: string; enrollmentId: string },
): Promise<TelegramText> {
  const { db, clock, random, secrets } = deps
  const now = clock.now()
  const address = { channel: 'telegram' as const, addressHash }
  const seal = (id: string) => sealReminderAddress(secrets, id, chat)
  const isAdded = await db.transaction().execute(async (tx) => {
    await lockOptIns(tx, enrollmentId)
    if ((await countRemindersOf(tx, address)) >= maxOfChat || (await reachedMaximum(tx, enrollmentId, now)))
      return false
    await upsertReminder(tx, { id: random.uuid(), enrollmentId, ...address, seal, isConfirmed: true, now })
    return true
  })
  if (!isAdded) return { text: 'You can’t be reminded of more launches now. Send /stop to end your reminders.' }
  const subject = formatSubject(await findReminderWords(db, enrollmentId))
  const before = 'You’ll be reminded of '
  const after = ' an hour before, ten minutes before and at its time. Send /stop to end your reminders.'
  // As `code`, the name can't become a link, a mention or a command.
  return {
    text: `${before}${subject}${after}`,
    entities: [{ type: 'code', offset: before.length, length: subject.length }],
  }
}
