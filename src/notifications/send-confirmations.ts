import { hourMs, minuteMs } from '../../contract/time.ts'
import { formatSubject } from '../../contract/headline.ts'
import type { Deps } from '../deps.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { SendFailed } from './channels/channel.ts'
import { oneClick, sendMail } from './channels/email.ts'
import { breakLinks } from './channels/notice.ts'
import { openReminderAddress, toReminderUrl } from './reminder-address.ts'
import {
  claimConfirmation,
  deleteOldReminders,
  type DueConfirmation,
  postponeConfirmation,
  stopReminders,
} from './reminder-store.ts'

const timeoutMs = 20_000
const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs]

/** Sends the confirmation mails that are due, each at most once. */
export async function sendConfirmations(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, config, secrets } = deps
  const { email } = config.notify
  if (!email || !secrets) return
  while (!signal.aborted) {
    const due = await claimConfirmation(db, clock.now())
    if (!due) return
    const isUp = await sendOne({ ...deps, secrets }, email, due)
    if (!isUp) return
  }
}

/** False if the mail server took nothing, so that the others wait too. */
async function sendOne(
  deps: Deps & { secrets: SecretBox },
  { smtpUrl, from }: { smtpUrl: string; from: string },
  due: DueConfirmation,
): Promise<boolean> {
  const { db, clock, log, config, secrets } = deps
  if (due.isHidden) return true // the row expires
  try {
    const to = openReminderAddress(secrets, due.id, due.address)
    const messageId = `<${due.id}.${clock.now().getTime()}@${new URL(config.publicUrl).hostname}>`
    await sendMail({ smtpUrl, from }, { to, messageId, ...toMail(deps, due) }, AbortSignal.timeout(timeoutMs))
    return true
  } catch (error) {
    const failure = error instanceof SendFailed ? error : new SendFailed('unexpected', { isFinal: true })
    log.warn({ reminder: due.id, reason: failure.reason }, 'a confirmation mail was not sent')
    const waitMs = failure.isFinal ? undefined : waitsMs[due.failures]
    if (waitMs !== undefined) await postponeConfirmation(db, due.id, new Date(clock.now().getTime() + waitMs))
    else if (failure.reason.startsWith('smtp_5')) await stopReminders(db, [due.id])
    return failure.isFinal
  }
}

/** The launch's name is the only text that isn't ours; nothing in it becomes a link. */
function toMail({ config, secrets }: Deps & { secrets: SecretBox }, due: DueConfirmation) {
  const { publicUrl, serviceName } = config
  const confirm = toReminderUrl({ publicUrl, secrets }, 'confirm', due.id)
  const stop = toReminderUrl({ publicUrl, secrets }, 'stop', due.id)
  const text = [
    `Somebody asked ${serviceName} to send reminders of the launch “${breakLinks(formatSubject(due))}” to this address.`,
    '',
    'If it was you, confirm on this page:',
    confirm,
    '',
    'You’ll then get a mail an hour before the launch, ten minutes before it and at its time. Your address is deleted after that.',
    '',
    '-- ',
    'If it wasn’t you, ignore this mail: your address is deleted after a day. To delete it now, and get no such mail for 30 days:',
    stop,
    '',
  ].join('\n')
  return { subject: 'Confirm your launch reminders', text, list: { unsubscribe: stop }, headers: oneClick }
}

export const pruneReminders = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteOldReminders(db, clock.now(), signal)
