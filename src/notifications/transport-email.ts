import { isIPv4 } from 'node:net'
import { createTransport } from 'nodemailer'
import { type Notice, eventOf, factsOf, subjectOf } from './notice.ts'
import { SendFailed, type Transport } from './transport.ts'

const timeoutMs = 9_000

export interface EmailOptions {
  smtpUrl: string
  from: string
  to: string
  /** The right side of the Message-ID. */
  host: string
}

/** Sends mail through an SMTP server. The Message-ID is the slot's id, so that a repeated mail can be told. */
export function openEmail({ smtpUrl, from, to, host }: EmailOptions): Transport {
  const mailer = createTransport(connectionOf(new URL(smtpUrl)))
  const send = async (notice: Notice, signal: AbortSignal) => {
    const mail = { from, to, signal, messageId: `<${notice.slotId}@${host}>`, ...contentOf(notice) }
    const { response } = await mailer.sendMail(mail).catch((error: unknown) => {
      throw failureOf(error)
    })
    return { receipt: response.slice(0, 200) }
  }
  return { name: 'email', concurrency: 2, timeoutMs, send }
}

const contentOf = (notice: Notice) => {
  const subject = `${subjectOf(notice, (text) => text)}: ${eventOf(notice)}`
  return { subject, text: [subject, '', ...factsOf(notice), '', notice.url, ''].join('\n') }
}

/** A password goes over the wire only under TLS, unless the server is this machine. */
function connectionOf({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const isHere = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  return {
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(auth && { auth, requireTLS: !isHere }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** 5xx is final, 4xx and the network's faults pass. The server's words stay out. */
function failureOf(error: unknown): SendFailed {
  const { responseCode = 0, code = 'unknown' } = error as { responseCode?: number; code?: string }
  if (responseCode > 0) return new SendFailed(`smtp_${responseCode}`, { isFinal: responseCode >= 500 })
  return new SendFailed(`smtp_${code.toLowerCase()}`)
}
