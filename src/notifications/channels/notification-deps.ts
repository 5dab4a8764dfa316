import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { SharedClock } from '../../database/shared-clock.ts'
import type { Channel } from './channel.ts'

export interface NotificationDeps {
  /** The log, and each channel that NOTIFY_* configures. */
  channels: Channel[]
  /** The time by which notifications are due. */
  sharedClock: SharedClock
  /** The guarded client for push endpoints (D44). */
  outbound: { push: Outbound }
}
