import type { Notice } from '../src/notifications/channels/notice.ts'

/** The signals of `someNotice` as fixed-width text. */
export const signalLines = [
  'Meme    ● ████████░░ 83',
  'Creator ◆ ██████░░░░ 62',
  'Image   ● ██████████ 100',
  'Name    ● ███████░░░ 70',
  'Social  ▼ █░░░░░░░░░ 0',
  'Risk    ▼ ████░░░░░░ 44',
]

/** A notice as channels get it; `over` replaces fields. */
export const someNotice = (over: Partial<Notice> = {}): Notice => ({
  slotId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
  slot: 'T-60min',
  enrollmentId: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
  sendAt: new Date('2026-12-01T17:00:00.000Z'),
  scheduledFor: new Date('2026-12-01T18:00:00.000Z'),
  expiresAt: new Date('2026-12-01T17:50:00.000Z'),
  name: 'Left Sock',
  symbol: 'SOCK',
  aggregate: 75.3,
  band: 'green',
  outcome: null,
  hasStubs: false,
  measuredPercent: 100,
  warnings: [],
  signals: [
    { title: 'Meme', score: 83 },
    { title: 'Creator', score: 62 },
    { title: 'Image', score: 100 },
    { title: 'Name', score: 70 },
    { title: 'Social', score: 0 },
    { title: 'Risk', score: 44 },
  ],
  scoredAt: new Date('2026-11-28T12:00:00.000Z'),
  url: 'https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
  now: new Date('2026-12-01T17:00:02.400Z'),
  ...over,
})

/** The error of a failed send as plain values. */
export async function toFailure(sending: Promise<unknown>): Promise<object> {
  try {
    return { sent: await sending }
  } catch (error) {
    const { reason, isFinal, retryAfterMs, isForAll } = error as Record<string, unknown>
    return { reason, isFinal, retryAfterMs, isForAll }
  }
}
