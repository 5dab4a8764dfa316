export type { components, operations } from './api.ts'
export { type Client, createClient } from './client.ts'
export { type ApiErrorCode, LaunchscoreError } from './errors.ts'
export { type WebhookHandler, receive, receiveFastify, receiveNode } from './receive.ts'
export type { ScoreEvent } from './score-events.ts'
export type { ClientOptions, RequestOptions } from './send.ts'
export {
  type VerifiedWebhook,
  type WebhookDelivery,
  WebhookError,
  type WebhookEvent,
  type WebhookOptions,
  verifyWebhook,
} from './webhooks.ts'
export {
  type Check,
  type SignedReceipt,
  type Verification,
  type VerifyScoreOptions,
  verifyScore,
} from './verify-score.js'
