import { ref } from '../../contract/schema.ts'
import { Type } from 'typebox'
import type { RemindBy } from '../../contract/props/launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { ReminderRequest } from '../../contract/schemas/notification.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { anonymousCaller, type Caller } from '../keys/authenticate.ts'
import { checkEmailAddress } from '../launches/answer-address.ts'
import { findLaunch, type Launch } from '../launches/enrollment-store.ts'
import { createLaunchNotFoundError, resolveLaunch } from '../launches/resolve-launch.ts'
import { siteShares } from '../platform/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses } from '../platform/http/schema.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { findPayer } from '../scoring/daily-scores.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { hashReminderAddress, openReminderToken, type ReminderAct, sealReminderAddress } from './reminder-address.ts'
import {
  confirmReminder,
  countReminders,
  findReminder,
  refuseReminder,
  stopReminders,
  upsertReminder,
} from './reminder-store.ts'
import { lockOptIns } from './subscription-store.ts'
import { findBotName } from './telegram-store.ts'

const maxReminders = 5_000
/** Requests by e-mail from a client network in a day; an IPv6 /48 has eight times as many. */
const maxPerNetwork = 20

/** The row, its entries in indexes, and the longest address in encrypted form. */
const storedBytes = 1_600

const asked = Type.Unsafe<undefined>({
  type: 'null',
  description: 'A mail asks the owner to confirm, unless they already have',
})

export function requestReminderRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'requestReminder',
    summary: 'Ask for a launch’s notifications by e-mail',
    tags: ['launches'],
    params: LaunchId,
    body: ref(ReminderRequest),
    response: { 202: asked, ...errorResponses(400, 404, 409, 413, 415, 451, 500, 503) },
  }
  app.post('/v1/launch/:id/reminders', { schema }, async (request, reply) => {
    await requestReminder(deps, request, { id: request.params.id, email: request.body.email })
    return reply.code(202).send()
  })
}

/** Stores the request and plans its confirmation mail. Whether the address is known makes no difference to the caller. */
export async function requestReminder(
  deps: Deps,
  { caller, ip }: { caller?: Caller; ip: string },
  { id, email }: { id: string; email: string },
): Promise<Launch> {
  const secrets = getMailSecrets(deps)
  checkEmailAddress(email, 'email')
  const launch = await resolveLaunch(deps.reads, id)
  checkTime(deps, launch)
  const payer = await findPayer(deps, { caller: caller ?? anonymousCaller, ip })
  const held = await deps.budgets.hold(payer, { stored_bytes: storedBytes })
  const from = await deps.hashNetwork(ip)
  const { enrollmentId } = launch
  const reminder = {
    id: deps.random.uuid(),
    enrollmentId,
    channel: 'email' as const,
    addressHash: hashReminderAddress(secrets, 'email', email),
    seal: (row: string) => sealReminderAddress(secrets, row, email),
    isConfirmed: false,
    now: deps.clock.now(),
    ...from,
  }
  try {
    await deps.db.transaction().execute(async (tx) => {
      await lockOptIns(tx, enrollmentId)
      await refuseTooMany(tx, reminder)
      await upsertReminder(tx, reminder)
    })
  } catch (error) {
    void held.settle({})
    throw error
  }
  void held.settle({ stored_bytes: storedBytes })
  return launch
}

function getMailSecrets({ config, secrets }: Deps): SecretBox {
  if (config.notify.email && secrets) return secrets
  throw new ApiError(
    'not_configured',
    'Reminders by e-mail are not configured: set NOTIFY_SMTP_URL, NOTIFY_EMAIL_FROM and ENCRYPTION_KEY.',
  )
}

/** Nothing is sent after the time. */
export function isOver({ clock }: Deps, { scheduledFor }: Pick<Launch, 'scheduledFor'>): boolean {
  return scheduledFor !== null && scheduledFor <= clock.now()
}

function checkTime(deps: Deps, launch: Launch): void {
  if (isOver(deps, launch))
    throw new ApiError('conflict', 'The time of this launch has come, so there is nothing to remind you of.')
}

/** Runs before the address is looked up, so that a refusal reveals nothing about it. */
async function refuseTooMany(tx: Tx, reminder: Parameters<typeof countReminders>[1]): Promise<void> {
  const { ofLaunch, ofNetwork, ofSite } = await countReminders(tx, reminder)
  if (ofLaunch >= maxReminders)
    throw new ApiError('conflict', 'This launch has reached its maximum number of reminders.')
  if (ofNetwork >= maxPerNetwork || ofSite >= maxPerNetwork * siteShares)
    throw new ApiError('conflict', 'Your network has asked for too many reminders today. Try again tomorrow.')
}

export const reachedMaximum = async (tx: Tx, enrollmentId: string, now: Date): Promise<boolean> =>
  (await countReminders(tx, { enrollmentId, network: '', site: null, now })).ofLaunch >= maxReminders

export interface LinkedReminder {
  id: string
  enrollmentId: string
  name: string
  isConfirmed: boolean
}

/** The reminder of a link in a mail. Null: the link is damaged, or the address is deleted. */
export async function findLinkedReminder(deps: Deps, act: ReminderAct, token: string): Promise<LinkedReminder | null> {
  const id = deps.secrets && openReminderToken(deps.secrets, act, token)
  const found = id ? await findReminder(deps.db, id, deps.clock.now()) : undefined
  if (!id || !found || found.isOver) return null
  return { id, ...found }
}

export async function confirmLinkedReminder(deps: Deps, token: string): Promise<LinkedReminder | null> {
  const found = await findLinkedReminder(deps, 'confirm', token)
  if (!found) return null
  const launch = await findLaunch(deps.db, found.enrollmentId)
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  await confirmReminder(deps.db, found.id, deps.clock.now())
  return found
}

/**
 * Also of a hidden launch, and as often as a mail program repeats it. Before the address is confirmed, its owner refuses
 * further confirmation mails.
 */
export async function stopLinkedReminder(deps: Deps, token: string): Promise<LinkedReminder | null> {
  const found = await findLinkedReminder(deps, 'stop', token)
  if (found?.isConfirmed) await stopReminders(deps.db, [found.id])
  else if (found) await refuseReminder(deps.db, found.id, deps.clock.now())
  return found
}

export const canRemind = ({ config, secrets, telegramBot }: Deps): boolean =>
  config.notify.vapid !== null || (secrets !== null && (config.notify.email !== null || telegramBot !== null))

/** The ways in which this deployment reminds of a launch. */
export async function findRemindBy(deps: Deps, enrollmentId: string): Promise<RemindBy> {
  const { config, reads, secrets, clock, telegramBot } = deps
  const { vapid, email } = config.notify
  const bot = telegramBot && secrets ? await findBotName(reads, telegramBot.id, clock.now()) : undefined
  return {
    push: vapid !== null,
    email: email !== null && secrets !== null,
    telegramUrl: bot ? `https://t.me/${bot}?start=${enrollmentId.replaceAll('-', '')}` : null,
  }
}
