import { hourMs, minuteMs } from '../../contract/time.ts'
import type { AnswerAddress } from '../../contract/schemas/appeal.ts'
import type { PushRegistration } from '../../contract/schemas/notification.ts'
import type { Deps } from '../deps.ts'
import { openAnswerAddress } from '../launches/answer-address.ts'
import {
  claimAnswer,
  deleteLostAddresses,
  type DueAnswer,
  endAnswer,
  postponeAnswer,
} from '../launches/appeal-store.ts'
import { createPushServiceCheck } from '../platform/outbound/outbound-target.ts'
import { SendFailed } from './channels/channel.ts'
import { sendMail } from './channels/email.ts'
import { breakLinks } from './channels/notice.ts'
import { toPushContact } from './create-channels.ts'

const leaseMs = 60_000
const timeoutMs = 20_000
const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs]

/**
 * Sends the answers of appeals to the addresses that their authors left, one message for each, and deletes the addresses. After
 * a crash the message may have been sent, so the address is deleted without another attempt.
 */
export async function sendAppealAnswers(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, secrets } = deps
  await deleteLostAddresses(db, clock.now())
  if (!secrets) return
  while (!signal.aborted) {
    const now = clock.now()
    const due = await claimAnswer(db, { now, until: new Date(now.getTime() + leaseMs) })
    if (!due) return
    await sendOne(deps, openOrNull(deps, secrets, due), due)
  }
}

function openOrNull({ log }: Deps, secrets: NonNullable<Deps['secrets']>, { id, answerTo }: DueAnswer) {
  try {
    return openAnswerAddress(secrets, id, answerTo)
  } catch (error) {
    log.error({ appeal: id, reason: (error as Error).message }, 'the address of an appeal could not be decrypted')
    return null
  }
}

async function sendOne(deps: Deps, address: AnswerAddress | null, due: DueAnswer): Promise<void> {
  const { db, log, clock } = deps
  try {
    if (!address) throw new SendFailed('unreadable')
    await ('email' in address ? sendByEmail(deps, address.email, due) : sendByPush(deps, address.push, due))
    await endAnswer(db, due.id)
  } catch (error) {
    const failure = error instanceof SendFailed ? error : new SendFailed('unexpected', { isFinal: true })
    const waitMs = failure.isFinal ? undefined : waitsMs[due.attempts - 1]
    log.warn({ appeal: due.id, attempts: due.attempts, reason: failure.reason }, 'the answer of an appeal was not sent')
    if (waitMs === undefined) await endAnswer(db, due.id)
    else await postponeAnswer(db, due.id, new Date(clock.now().getTime() + waitMs))
  }
}

/** The words are ours, but for the name of the launch; the answer itself is on the page of the score. */
function toWords({ config }: Deps, { scoreId, name, outcome, isHidden }: DueAnswer) {
  const launch = isHidden ? 'your launch' : `“${breakLinks(name)}”`
  const ruling = outcome === 'upheld' ? 'upheld' : 'declined'
  return {
    subject: 'Your appeal has been answered',
    sentence: `Your appeal against the score of ${launch} was ${ruling}.`,
    url: `${config.publicUrl}/score/${scoreId}`,
  }
}

async function sendByEmail(deps: Deps, to: string, due: DueAnswer): Promise<void> {
  const { notify, publicUrl } = deps.config
  if (!notify.email) throw new SendFailed('not_configured', { isFinal: true })
  const { subject, sentence, url } = toWords(deps, due)
  const text = [
    sentence,
    '',
    `The answer: ${url}`,
    '',
    '-- ',
    'You left this address with your appeal. It has been used for this message alone and is deleted now.',
    '',
  ].join('\n')
  const messageId = `<${due.id}@${new URL(publicUrl).hostname}>`
  const { smtpUrl, from } = notify.email
  await sendMail({ smtpUrl, from }, { to, subject, text, messageId }, AbortSignal.timeout(timeoutMs))
}

async function sendByPush(deps: Deps, { endpoint, keys }: PushRegistration, due: DueAnswer): Promise<void> {
  const { config, outbound } = deps
  const { vapid } = config.notify
  if (!vapid) throw new SendFailed('not_configured', { isFinal: true })
  const { subject, sentence, url } = toWords(deps, due)
  const isOfPushService = createPushServiceCheck(config.pushServices, config.outboundAllow)
  const { createPushSender } = await import('./channels/push-sender.ts')
  const push = createPushSender(
    { vapid, contact: toPushContact(config.publicUrl), outbound: outbound.push, isOfPushService },
    {
      body: JSON.stringify({ title: subject, body: sentence, url, tag: due.id }),
      topic: due.id.replaceAll('-', ''),
      ttlSeconds: (24 * hourMs) / 1000,
    },
    AbortSignal.timeout(timeoutMs),
  )
  const { end } = await push({ id: due.id, endpoint, ...keys })
  if (end !== 'delivered') throw new SendFailed(`push_${end}`, { isFinal: end !== 'failed' })
}
