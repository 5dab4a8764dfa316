import type { Deps } from '../../deps.ts'
import { findSecretFault } from '../../delivery/signing/sign-standard.ts'
import type { DeliveryFormat } from '../../../contract/schemas/delivery.ts'
import { CannotOpen, type SecretBox } from '../../platform/crypto/secret-box.ts'
import { ApiError, badField } from '../../platform/errors.ts'

/** A secret with fewer different characters is too easy to guess. */
const minDistinct = 5

export function getSecretBox({ secrets }: Deps): SecretBox {
  if (!secrets) throw new ApiError('not_configured', 'Webhooks are not configured: ENCRYPTION_KEY is not set.')
  return secrets
}

export function encryptSecret(
  deps: Deps,
  { subscriptionId, secret, format }: { subscriptionId: string; secret: string; format: DeliveryFormat },
): string {
  const secrets = getSecretBox(deps)
  if (!secret.isWellFormed()) throw badField('secret', 'must be well-formed Unicode without lone surrogates')
  if (new Set(secret).size < minDistinct)
    throw badField('secret', `must have at least ${minDistinct} different characters; use a random secret`)
  const fault = format === 'standard-webhooks' ? findSecretFault(secret) : null
  if (fault) throw badField('secret', fault)
  return secrets.seal(secret, subscriptionId)
}

/** False if the key of the stored secret is not configured. */
export function decrypts(
  deps: Deps,
  { subscriptionId, encrypted, to }: { subscriptionId: string; encrypted: string; to: string },
): boolean {
  try {
    return getSecretBox(deps).open(encrypted, subscriptionId) === to
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}
