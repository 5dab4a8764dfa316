import { isIPv4 } from 'node:net'
import { type ColorName, colors, shapes, spaces, type } from '../../../contract/design.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { nameExchangeFault } from '../../platform/outbound/get-json.ts'
import { escapeMarkup } from '../../platform/values.ts'
import { type Channel, SendFailed } from './channel.ts'
import { type Delivery, type Recipients, sendToEach } from './send-to-each.ts'
import {
  breakLinks,
  formatAge,
  formatEvent,
  formatFacts,
  formatNoticeSubject,
  formatScore,
  formatSignals,
  formatTimes,
  formatTitle,
  formatWarning,
  getTone,
  listSignalRows,
  type Notice,
  type SignalRow,
} from './notice.ts'

const timeoutMs = 9_000

interface EmailOptions {
  smtpUrl: string
  from: string
  to: string
  host: string
}

export function createEmailChannel({ smtpUrl, from, to, host }: EmailOptions): Channel {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const mailer = await openMailer(smtpUrl)
    const content = toContent(notice, unsubscribeByMail(from))
    const mail = { from, to, signal, messageId: `<${notice.slotId}@${host}>`, ...content }
    const { response } = await mailer.sendMail(mail).catch((error: unknown) => {
      throw toFailure(error)
    })
    return { receipt: response.slice(0, 200) }
  }
  const probe = async () => {
    const mailer = await openMailer(smtpUrl)
    await mailer.verify().catch((error: unknown) => {
      const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
      const text = responseCode > 0 ? `SMTP ${responseCode}` : (nameExchangeFault(code) ?? code)
      throw new UpstreamError('email', code === 'EAUTH' ? 'auth' : 'unavailable', text)
    })
    return 'the server takes mail'
  }
  return { name: 'email', isShared: true, concurrency: 2, timeoutMs, send, probe }
}

/** Loads the library with the first mail, because few deployments send any. */
async function openMailer(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(toConnection(new URL(smtpUrl)))
}

interface Unsubscribe {
  sentence: string
  /** For the header `List-Unsubscribe`. */
  url: string
}

/** The operator chooses the recipients, so a mail to the sender unsubscribes them. */
function unsubscribeByMail(from: string): Unsubscribe {
  const sender = getAddress(from)
  const url = `mailto:${encodeURIComponent(sender).replace('%40', '@')}?subject=unsubscribe`
  return { sentence: `To unsubscribe, write to ${sender}.`, url }
}

const toContent = (notice: Notice, { sentence, url }: Unsubscribe) => {
  const subject = formatTitle(notice)
  const lines = [
    formatTitle(notice, breakLinks),
    '',
    ...formatFacts(notice),
    '',
    ...formatSignals(notice),
    '',
    notice.url,
    '',
    '-- ',
    sentence,
  ]
  const html = formatHtml(notice, sentence)
  return { subject, text: [...lines, ''].join('\n'), html, list: { unsubscribe: url } }
}

const getAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

interface ReminderMailOptions {
  smtpUrl: string
  from: string
  host: string
  recipients: Recipients<{ id: string; email: string }>
  toStopUrl: (id: string) => string
}

const reminderTimeoutMs = 40_000

/** Sends each person who asked for reminders of a launch a mail of their own. */
export function createReminderMails({ smtpUrl, from, host, recipients, toStopUrl }: ReminderMailOptions): Channel {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const { createTransport } = await import('nodemailer')
    const mailer = createTransport({ ...toConnection(new URL(smtpUrl)), pool: true, maxConnections: 4 })
    let isDown = false
    const sendTo = async ({ id, email }: { id: string; email: string }): Promise<Delivery> => {
      if (signal.aborted || isDown) return { end: 'failed' }
      const url = toStopUrl(id)
      const content = toContent(notice, { sentence: `You asked for these reminders. To stop them: ${url}`, url })
      const mail = { from, to: { name: '', address: email }, signal, ...content, headers: oneClick }
      try {
        await mailer.sendMail({ ...mail, messageId: `<${notice.slotId}.${id}@${host}>` })
        return { end: 'delivered' }
      } catch (error) {
        const { responseCode = 0 } = error as SmtpError
        if (isHardBounce(error)) return { end: 'gone' }
        if (responseCode >= 500 && !isOfServer(error)) return { end: 'refused' }
        isDown ||= responseCode === 0 || responseCode === 421 || isOfServer(error)
        return { end: 'failed' }
      }
    }
    try {
      return await sendToEach({ what: 'mail', recipients, send: sendTo, pageSize: 20, atOnce: 4 }, notice)
    } finally {
      mailer.close()
    }
  }
  return { name: 'email_reminders', reminds: 'email', concurrency: 1, timeoutMs: reminderTimeoutMs, send }
}

/** RFC 8058: the mail program may post to the link without asking. */
export const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** The recipient's address doesn't exist. A refusal by policy (5.7) may be the sender's fault. */
function isHardBounce(error: unknown): boolean {
  const { responseCode = 0, command, response = '' } = error as SmtpError
  if (command === 'API') return true // nodemailer can't send to it
  return command === 'RCPT TO' && [550, 551, 553, 556].includes(responseCode) && !/\b5\.7\.\d/.test(response)
}

/** Before a recipient is named, a refusal is the server's. */
const isOfServer = (error: unknown): boolean => {
  const { command } = error as SmtpError
  return command !== undefined && command !== 'RCPT TO' && command !== 'DATA' && command !== 'API'
}

interface SmtpError {
  responseCode?: number
  command?: string
  response?: string
}

/** Requires TLS for a password, unless the server is on this machine. */
function toConnection({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const isLocal = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  return {
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(auth && { auth, requireTLS: !isLocal }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface Mail {
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  messageId: string
  list?: { unsubscribe: string }
  headers?: Record<string, string>
}

/**
 * Sends one mail. Throws `SendFailed`, which is final unless the server certainly did not take the mail: no stranger gets a
 * mail twice.
 */
export async function sendMail(
  { smtpUrl, from }: Pick<EmailOptions, 'smtpUrl' | 'from'>,
  { to, ...mail }: Mail,
  signal: AbortSignal,
): Promise<void> {
  const mailer = await openMailer(smtpUrl)
  try {
    await mailer.sendMail({ from, to: { name: '', address: to }, ...mail, signal })
  } catch (error) {
    const { responseCode = 0 } = error as SmtpError
    const isUntaken = isOfServer(error) || (responseCode >= 400 && responseCode < 500)
    throw new SendFailed(toFailure(error).reason, { isFinal: !isUntaken })
  } finally {
    mailer.close()
  }
}

/** 5xx is final; 4xx and network errors are temporary. */
function toFailure(error: unknown): SendFailed {
  const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
  if (responseCode > 0) return new SendFailed(`smtp_${responseCode}`, { isFinal: responseCode >= 500 })
  return new SendFailed(`smtp_${code.toLowerCase()}`)
}

/** Mail programs change dark colours in their own ways, so there is one theme. */
const color = (name: ColorName) => colors[name].light

/** Tables and inline styles only, because mail programs drop style sheets. Loads nothing. */
function formatHtml(notice: Notice, unsubscribe: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light">',
    `<title>${escapeMarkup(formatNoticeSubject(notice, breakLinks))}</title></head>`,
    `<body style="margin:0;padding:${spaces.s4}px;background:${color('bg')};${font('ui')}color:${color('ink')}">`,
    table(
      `max-width:560px;margin:0 auto;background:${color('card')};border:1px solid ${color('line')};border-radius:14px`,
      [...formatStrip(notice), cell(`padding:${spaces.s5}px`, formatTicket(notice))],
    ),
    `<p style="max-width:560px;margin:${spaces.s3}px auto;${font('label')}color:${color('muted')}">${linkUrls(escapeMarkup(unsubscribe))}</p>`,
    '</body></html>',
    '',
  ].join('\r\n')
}

/** Only our own sentences have a URL, always at the end. */
function linkUrls(markup: string): string {
  const at = markup.lastIndexOf(' ') + 1
  const url = markup.slice(at)
  return /^https?:/.test(url) ? `${markup.slice(0, at)}<a href="${url}">${url}</a>` : markup
}

const font = (size: keyof typeof type) =>
  `font:${type[size].weight} ${type[size].size}px/${type[size].line}px Inter,system-ui,sans-serif;`

const table = (style: string, rows: string[]) =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${style}">${rows.join('\r\n')}</table>`

const cell = (style: string, content: string) => `<tr><td style="${style}">${content}</td></tr>`

function formatStrip(notice: Notice): string[] {
  const warning = formatWarning(notice)
  if (warning === null) return []
  const look = `padding:${spaces.s4}px ${spaces.s5}px;background:${color('crit')};color:${color('onCrit')};border-radius:14px 14px 0 0;`
  return [cell(look + font('h2'), escapeMarkup(warning))]
}

const formatTicket = (notice: Notice) =>
  [
    `<p style="margin:0;${font('h1')}" dir="auto">${escapeMarkup(formatNoticeSubject(notice, breakLinks))}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;${font('h3')}color:${color('muted')}">${formatEvent(notice)}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;padding-left:${spaces.s3}px;border-left:4px solid ${color(getTone(notice))};${font('h3')}">${formatScore(notice)}</p>`,
    table(`margin:0 0 ${spaces.s4}px`, listSignalRows(notice).map(formatRow)),
    `<p style="margin:0 0 ${spaces.s4}px;color:${color('muted')}">${formatTimes(notice)} ${formatAge(notice)}</p>`,
    `<a href="${escapeMarkup(notice.url)}" style="display:inline-block;padding:${spaces.s2}px ${spaces.s4}px;border-radius:8px;background:${color('btn')};color:${color('onBtn')};text-decoration:none;${font('h3')}">Open the launch</a>`,
  ].join('\r\n')

function formatRow({ label, measured }: SignalRow): string {
  const name = `<td width="76" style="padding:2px 0;${font('ui')}">${label}</td>`
  if (measured === null) return `<tr>${name}<td colspan="2" style="color:${color('muted')}">Not measured yet</td></tr>`
  const { score, band } = measured
  const filled = Math.max(2, score) // a zero is a sliver, not an empty bar
  const ground = filled < 100 ? `<td style="background:${color('line')}">&nbsp;</td>` : ''
  const bar = `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="font-size:8px;line-height:8px"><tr><td width="${filled}%" style="background:${color(band)}">&nbsp;</td>${ground}</tr></table>`
  const number = `<td width="64" align="right" style="${font('ui')}color:${color(`${band}Ink`)}">${shapes[band].symbol} ${score}</td>`
  return `<tr>${name}<td>${bar}</td>${number}</tr>`
}
