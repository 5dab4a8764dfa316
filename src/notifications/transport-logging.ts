import type { Log } from '../platform/log.ts'
import { type Notice, eventOf, subjectOf } from './notice.ts'
import type { Transport } from './transport.ts'

/** The default transport, always on: each notice is a line of the log. */
export const openLogging = (log: Log): Transport => ({
  name: 'logging',
  concurrency: 4,
  timeoutMs: 1_000,
  send: async (notice) => {
    log.info(lineOf(notice), 'notification')
    return { receipt: 'logged' }
  },
})

const lineOf = (notice: Notice) => ({
  slot: notice.slot,
  slotId: notice.slotId,
  launch: notice.url,
  subject: subjectOf(notice, (text) => text),
  event: eventOf(notice),
  scheduledFor: notice.scheduledFor.toISOString(),
  aggregate: notice.aggregate,
  band: notice.band,
})
