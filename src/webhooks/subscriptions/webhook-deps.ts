import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'

export interface WebhookDeps {
  /** Encrypts the subscribers' secrets; null: a server database without ENCRYPTION_KEY (D46). */
  secrets: SecretBox | null
  /** The guarded client for webhook endpoints (D44). */
  outbound: { webhooks: Outbound }
}
