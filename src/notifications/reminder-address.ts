import type { ReminderChannel } from '../database/column-types.ts'
import type { SecretBox } from '../platform/secret-box.ts'

/** Only the row with this id can read it. */
export const sealReminderAddress = (secrets: SecretBox, id: string, address: string): string =>
  secrets.seal(address, `reminder ${id}`)

/** Throws `CannotOpen` if the key is not configured. */
export const openReminderAddress = (secrets: SecretBox, id: string, sealed: string): string =>
  secrets.open(sealed, `reminder ${id}`)

/** The same for all spellings of a mailbox that are delivered alike: case, `+tags`, and dots at Gmail. */
export function hashReminderAddress(secrets: SecretBox, channel: ReminderChannel, address: string): string {
  return secrets.hash(channel === 'email' ? toMailbox(address) : address, `reminder ${channel}`)
}

function toMailbox(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@')
  const [name = ''] = local.split('+')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return `${(isGmail ? name.replaceAll('.', '') : name) || local}@${isGmail ? 'gmail.com' : host}`
}

/** What the link in a mail does. */
export type ReminderAct = 'confirm' | 'stop'

export const toReminderUrl = (
  { publicUrl, secrets }: { publicUrl: string; secrets: SecretBox },
  act: ReminderAct,
  id: string,
): string => `${publicUrl}/reminders/${act}?token=${secrets.seal(id, `reminder to ${act}`)}`

/** The id of the reminder; null: the link is damaged, or of another kind. */
export function openReminderToken(secrets: SecretBox, act: ReminderAct, token: string): string | null {
  try {
    return secrets.open(token, `reminder to ${act}`)
  } catch {
    return null
  }
}
