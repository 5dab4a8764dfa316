import type { AnswerAddress } from '../../contract/schemas/appeal.ts'
import type { PushRegistration } from '../../contract/schemas/notification.ts'
import type { Deps } from '../deps.ts'
import { isP256Point } from '../platform/curve-keys.ts'
import { badField } from '../platform/errors.ts'
import { createPushServiceCheck } from '../platform/outbound/outbound-target.ts'
import { OutboundRefused } from '../platform/outbound/outbound.ts'

/** Throws `bad_request` unless the answer of an appeal can be sent to the address. */
export function checkAnswerAddress(deps: Deps, address: AnswerAddress): void {
  if ('email' in address) checkEmail(deps, address.email)
  else checkPush(deps, address.push)
}

/** No quotes, comments, groups or controls, so that an address can't add a recipient or a header. */
const isEmail = (text: string) =>
  text.length <= 254 &&
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])$/.test(text)

const hasDomain = (text: string) => text.includes('.', text.indexOf('@')) && !text.includes('..')

function checkEmail({ config, secrets }: Deps, email: string): void {
  if (!config.notify.email || !secrets)
    throw badField('answerTo.email', 'can’t be used: this deployment sends no e-mail')
  checkEmailAddress(email, 'answerTo.email')
}

/** Throws `bad_request` unless a mail can be sent to the address. */
export function checkEmailAddress(email: string, path: string): void {
  if (!isEmail(email) || !hasDomain(email)) throw badField(path, 'must be an e-mail address such as name@example.com')
}

function checkPush(deps: Deps, push: PushRegistration): void {
  const { config, secrets } = deps
  if (!config.notify.vapid || !secrets)
    throw badField('answerTo.push', 'can’t be used: this deployment sends no web push')
  checkPushRegistration(deps, push, 'answerTo.push.')
}

/** Throws `bad_request` unless the service may push to the browser. `path` is that of the registration. */
export function checkPushRegistration(
  { config, outbound }: Deps,
  { endpoint, keys }: PushRegistration,
  path = '',
): void {
  try {
    outbound.push.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField(`${path}endpoint`, error.message) : error
  }
  if (!createPushServiceCheck(config.pushServices, config.outboundAllow)(endpoint))
    throw badField(`${path}endpoint`, 'must belong to a push service that this deployment allows')
  if (!isP256Point(keys.p256dh)) throw badField(`${path}keys.p256dh`, 'must be a point on the P-256 curve')
}

/** Only `openAnswerAddress` of the same appeal can read it. */
export const sealAnswerAddress = ({ secrets }: Deps, appealId: string, address: AnswerAddress): string | null =>
  secrets && secrets.seal(JSON.stringify(address), toContext(appealId))

/** Throws `CannotOpen` if the key is not configured. */
export const openAnswerAddress = (secrets: NonNullable<Deps['secrets']>, appealId: string, sealed: string) =>
  JSON.parse(secrets.open(sealed, toContext(appealId))) as AnswerAddress // `sealAnswerAddress` wrote it

const toContext = (appealId: string) => `appeal ${appealId}`
