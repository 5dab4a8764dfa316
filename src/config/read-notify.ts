import { isP256Pair, isP256Point } from '../platform/crypto/p256-key.ts'
import type { EnvReader } from '../platform/env.ts'
import { isMailServer, isMailbox } from '../platform/network/mail-address.ts'

/** The notification channels besides the log. */
export interface NotifyConfig {
  /** Which launches are announced on Discord, Telegram and by e-mail. */
  announce: 'all' | 'not_red' | 'approved'
  discordUrl: string | null
  telegram: { token: string; chat: string } | null
  email: { smtpUrl: string; from: string; to: string } | null
  /** The pair that signs for web push, in base64url. */
  vapid: { publicKey: string; privateKey: string } | null
}

/** Reads the variables that begin with NOTIFY_. */
export const readNotify = (env: EnvReader): NotifyConfig => ({
  announce: env.choice('NOTIFY_ANNOUNCE', ['all', 'not_red', 'approved']) ?? 'not_red',
  discordUrl: env.url('NOTIFY_DISCORD_URL', ['https', 'http'], 'https://discord.com/api/webhooks/…', ['credentials']),
  telegram: readTelegram(env),
  email: readEmail(env),
  vapid: readVapid(env),
})

function readTelegram(env: EnvReader): NotifyConfig['telegram'] {
  env.together(['NOTIFY_TELEGRAM_TOKEN', 'NOTIFY_TELEGRAM_CHAT'])
  const token = env.checked('NOTIFY_TELEGRAM_TOKEN', (value) => /^[\w:-]+$/.test(value), 'must be a bot token')
  const chat = env.checked(
    'NOTIFY_TELEGRAM_CHAT',
    (value) => /^(@\w+|-?\d+)$/.test(value),
    'must be a chat id or the @name of a channel',
  )
  return token && chat ? { token, chat } : null
}

/** Mail goes to the address in the query (`?to=`), else to the sender's. */
function readEmail(env: EnvReader): NotifyConfig['email'] {
  env.together(['NOTIFY_SMTP_URL', 'NOTIFY_EMAIL_FROM'])
  const smtpUrl = env.url('NOTIFY_SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587?to=team@launch.example')
  const from = env.checked('NOTIFY_EMAIL_FROM', isMailbox, 'must be an address like Launches <launches@launch.example>')
  const server = smtpUrl ? URL.parse(smtpUrl) : null
  const to = server?.searchParams.get('to')
  if (server && !isMailServer(server))
    env.problem('NOTIFY_SMTP_URL', 'must name a host; percent-encode the user name and password')
  if (to && !to.split(',').every(isMailbox)) env.problem('NOTIFY_SMTP_URL', 'must have valid addresses in ?to=')
  return smtpUrl && from ? { smtpUrl, from, to: to || from } : null
}

function readVapid(env: EnvReader): NotifyConfig['vapid'] {
  env.together(['NOTIFY_VAPID_PUBLIC', 'NOTIFY_VAPID_PRIVATE'])
  const publicKey = env.checked('NOTIFY_VAPID_PUBLIC', isP256Point, 'must be a point on P-256 (65 bytes) in base64url')
  const privateKey = env.text('NOTIFY_VAPID_PRIVATE')
  if (!publicKey || !privateKey) return null
  if (isP256Point(publicKey) && !isP256Pair(publicKey, privateKey))
    env.problem('NOTIFY_VAPID_PRIVATE', 'must be the private key (32 bytes in base64url) of NOTIFY_VAPID_PUBLIC')
  return { publicKey: unpadded(publicKey), privateKey: unpadded(privateKey) }
}

const unpadded = (text: string) => text.replace(/=+$/, '')
