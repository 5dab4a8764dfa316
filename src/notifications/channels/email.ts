import { isIPv4 } from 'node:net'
import { createTransport } from 'nodemailer'
import { formatHtml } from './email-html.ts'
import { nameExchangeFault } from '../../platform/outbound/name-exchange-fault.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { type Notice, breakLinks, formatFacts, formatSignals, formatTitle } from './notice.ts'
import { SendFailed, type Channel } from './channel.ts'

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

/** 5xx is final; 4xx and network errors are temporary. */
function toFailure(error: unknown): SendFailed {
  const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
  if (responseCode > 0) return new SendFailed(`smtp_${responseCode}`, { isFinal: responseCode >= 500 })
  return new SendFailed(`smtp_${code.toLowerCase()}`)
}
