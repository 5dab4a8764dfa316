import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'

/** A subscription's secret as it is stored. Throws 503 when nothing is configured to seal with (D46). */
export function sealFor({ secrets }: Pick<Deps, 'secrets'>, subscriptionId: string, secret: string): string {
  if (!secrets) throw new ApiError('not_configured', 'Webhooks are not configured: ENCRYPTION_KEY is not set.')
  if (!secret.isWellFormed()) throw badField('secret', 'must be well-formed Unicode without lone surrogates')
  return secrets.seal(secret, subscriptionId)
}
