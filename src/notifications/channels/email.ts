import { isIPv4 } from 'node:net'
import { createTransport } from 'nodemailer'
import { type ColorName, colors, shapes, spaces, type } from '../../../contract/design.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { nameExchangeFault } from '../../platform/outbound/get-json.ts'
import { escapeMarkup } from '../../platform/values.ts'
import { type Channel, SendFailed } from './channel.ts'
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
  const mailer = createTransport(toConnection(new URL(smtpUrl)))
  const send = async (notice: Notice, signal: AbortSignal) => {
    const mail = { from, to, signal, messageId: `<${notice.slotId}@${host}>`, ...toContent(notice, from) }
    const { response } = await mailer.sendMail(mail).catch((error: unknown) => {
      throw toFailure(error)
    })
    return { receipt: response.slice(0, 200) }
  }
  const probe = async () => {
    await mailer.verify().catch((error: unknown) => {
      const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
      const text = responseCode > 0 ? `SMTP ${responseCode}` : (nameExchangeFault(code) ?? code)
      throw new UpstreamError('email', code === 'EAUTH' ? 'auth' : 'unavailable', text)
    })
    return 'the server takes mail'
  }
  return { name: 'email', isShared: true, concurrency: 2, timeoutMs, send, probe }
}

/** The operator chooses the recipients, so a mail to the sender unsubscribes them. */
const toContent = (notice: Notice, from: string) => {
  const subject = formatTitle(notice)
  const sender = getAddress(from)
  const unsubscribe = `To unsubscribe, write to ${sender}.`
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
    unsubscribe,
  ]
  return {
    subject,
    text: [...lines, ''].join('\n'),
    html: formatHtml(notice, unsubscribe),
    list: { unsubscribe: `mailto:${encodeURIComponent(sender).replace('%40', '@')}?subject=unsubscribe` },
  }
}

const getAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

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
  const mailer = createTransport(toConnection(new URL(smtpUrl)))
  try {
    await mailer.sendMail({ from, to: { name: '', address: to }, ...mail, signal })
  } catch (error) {
    const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
    const isUntaken = command === 'CONN' || (responseCode >= 400 && responseCode < 500)
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
    `<p style="max-width:560px;margin:${spaces.s3}px auto;${font('label')}color:${color('muted')}">${escapeMarkup(unsubscribe)}</p>`,
    '</body></html>',
    '',
  ].join('\r\n')
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
  return [cell(look + font('subtitle'), escapeMarkup(warning))]
}

const formatTicket = (notice: Notice) =>
  [
    `<p style="margin:0;${font('title')}" dir="auto">${escapeMarkup(formatNoticeSubject(notice, breakLinks))}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;${font('cardTitle')}color:${color('muted')}">${formatEvent(notice)}</p>`,
    `<p style="margin:0 0 ${spaces.s4}px;padding-left:${spaces.s3}px;border-left:4px solid ${color(getTone(notice))};${font('cardTitle')}">${formatScore(notice)}</p>`,
    table(`margin:0 0 ${spaces.s4}px`, listSignalRows(notice).map(formatRow)),
    `<p style="margin:0 0 ${spaces.s4}px;color:${color('muted')}">${formatTimes(notice)} ${formatAge(notice)}</p>`,
    `<a href="${escapeMarkup(notice.url)}" style="display:inline-block;padding:${spaces.s2}px ${spaces.s4}px;border-radius:8px;background:${color('btn')};color:${color('onBtn')};text-decoration:none;${font('cardTitle')}">Open the launch</a>`,
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
