import type { Log } from '../../platform/log.ts'
import { leadSentence } from '../../../contract/lead.ts'
import { type Notice, formatEvent, formatNoticeSubject } from './notice.ts'
import type { Channel } from './channel.ts'

export const createLoggingChannel = (log: Log): Channel => ({
  name: 'logging',
  concurrency: 4,
  timeoutMs: 1_000,
  send: async (notice) => {
    log.info(formatLine(notice), 'notification')
    return { receipt: 'logged' }
  },
})

const formatLine = (notice: Notice) => ({
  ...withWarning(leadSentence(notice)),
  slot: notice.slot,
  slotId: notice.slotId,
  launch: notice.url,
  subject: formatNoticeSubject(notice),
  event: formatEvent(notice),
  scheduledFor: notice.scheduledFor.toISOString(),
  aggregate: notice.aggregate,
  band: notice.band,
  measuredPercent: notice.measuredPercent,
})

const withWarning = (warning: string | undefined) => (warning === undefined ? {} : { warning })
