import type { Db } from '../../database/db.ts'
import { toDay } from '../../platform/utc-day.ts'
import { findDailyBytes } from './daily-bytes-store.ts'
import { listDailyScores } from './daily-store.ts'

/** The bucket of the whole service. */
const everybody = ''

/** The scorings that SCORE_DAILY_TOTAL has counted in the UTC day; 0 without it. */
export async function readScoresTaken(db: Db, now: Date): Promise<number> {
  const day = toDay(now)
  const days = await listDailyScores(db, { bucket: everybody, since: day })
  return days.find((one) => one.day === day)?.scores ?? 0
}

/** The bytes that scorings have stored in the UTC day. */
export async function readBytesStored(db: Db, now: Date): Promise<number> {
  return (await findDailyBytes(db, toDay(now), [everybody])).get(everybody) ?? 0
}
